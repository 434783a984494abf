import { isRecord } from '../../common/index.js';
import { isDeepStrictEqual } from 'node:util';
import type { RawConfig } from '../tree/change.js';
import { isWithin, itemPath, keyPath } from '../tree/path.js';
import { valueAt } from '../describe/known-paths.js';
import { MASK } from '../describe/mask.js';
import { ConfigProblem } from '../tree/problem.js';
import type { ConfigSection } from '../describe/section.js';
import { type SettingMeta, settingsOf, type SettingsClass } from '../describe/setting.decorator.js';

/** A configuration with every mask replaced by its secret, and the masks without a secret. */
export interface Unmasked {
  readonly raw: RawConfig;
  readonly problems: readonly ConfigProblem[];
}

export interface UnmaskRules {
  readonly sections: readonly ConfigSection<object>[];
  /** By path: the variables that set values, whose secrets the file need not have. */
  readonly held: ReadonlyMap<string, string>;
  /** Whether a setting may be changed to read its secret from this file; undefined = from any. */
  readonly mayRead?: (file: string) => boolean;
}

/**
 * Keeps every secret when a masked configuration is sent back, changed or not. An item of a list that has an `id` gets
 * the secret of the item with the same id, never of another item at the same index: sorting a list must not send a key
 * to another service.
 */
export function unmask({ sections, ...rules }: UnmaskRules, before: RawConfig, after: RawConfig): Unmasked {
  const unmasker = new Unmasker(rules);
  const raw = sections.reduce((changed, section) => {
    const value = valueAt(changed, section.path);
    if (!isRecord(value)) return changed;
    const old = valueAt(before, section.path);
    return withValueAt(changed, section.path.split('.'), unmasker.inClass(section, old, value));
  }, after);
  return { raw, problems: unmasker.problems };
}

class Unmasker {
  readonly problems: ConfigProblem[] = [];

  constructor(private readonly rules: Omit<UnmaskRules, 'sections'>) {}

  inClass(
    { type, path }: { readonly type: SettingsClass; readonly path: string },
    old: unknown,
    value: Record<string, unknown>,
  ): Record<string, unknown> {
    const result = { ...value };
    for (const meta of settingsOf(type)) {
      if (!Object.hasOwn(value, meta.key)) continue;
      const itsPath = keyPath(path, meta.key);
      const restored = this.inSetting(
        meta,
        itsPath,
        isRecord(old) ? old[meta.key] : undefined,
        value[meta.key],
      );
      if (restored === undefined) Reflect.deleteProperty(result, meta.key);
      else result[meta.key] = restored;
    }
    return result;
  }

  private inSetting(meta: SettingMeta, path: string, old: unknown, value: unknown): unknown {
    if (meta.secret) return this.inSecret(meta, path, old, value);
    const type = meta.of?.();
    if (!type) return value;
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) =>
        this.inItem({ type, path: itemPath(path, index) }, itemLike(old, item, index), item),
      );
    }
    if (!isRecord(value)) return value;
    if (meta.kind === 'object') return this.inClass({ type, path }, old, value);
    const map = Object.entries(value).map(([key, item]) => {
      const before = isRecord(old) ? old[key] : undefined;
      return [key, this.inItem({ type, path: keyPath(path, key) }, before, item)];
    });
    return Object.fromEntries(map) as unknown;
  }

  private inItem(
    settings: { readonly type: SettingsClass; readonly path: string },
    old: unknown,
    item: unknown,
  ) {
    return isRecord(item) ? this.inClass(settings, old, item) : item;
  }

  /**
   * The values of a secret map are masked one by one. Undefined: the environment has the secret, so the file need not.
   */
  private inSecret(meta: SettingMeta, path: string, old: unknown, value: unknown): unknown {
    if (isRecord(value) && meta.declared !== String) {
      const entries = Object.entries(value).map(([key, item]) => {
        const before = isRecord(old) ? old[key] : undefined;
        return [key, this.inSecret({ ...meta, declared: String }, keyPath(path, key), before, item)];
      });
      return Object.fromEntries(entries) as unknown;
    }
    // `{ file }` is shown as one mask; without a known section, as a mask of each of its parts.
    const isMasked = value === MASK || (isRecord(value) && value.file === MASK);
    if (!isMasked) return this.withLeave(path, old, value);
    if (old !== undefined || this.isHeld(path)) return old;
    this.problems.push(new ConfigProblem(path, 'is a masked secret, but there is no stored secret to keep'));
    return value;
  }

  /** A secret is sent with the next call, so the right to change settings must not include sending any file. */
  private withLeave(path: string, old: unknown, value: unknown): unknown {
    const { mayRead } = this.rules;
    const file = isRecord(value) ? value.file : undefined;
    if (typeof file !== 'string' || !mayRead || isDeepStrictEqual(old, value) || mayRead(file)) return value;
    this.problems.push(
      new ConfigProblem(
        path,
        'may only name files inside {state_dir}/secrets; name others in the configuration file itself',
      ),
    );
    return value;
  }

  private isHeld(path: string): boolean {
    return [...this.rules.held.keys()].some((held) => isWithin(path, held));
  }
}

function itemLike(old: unknown, item: unknown, index: number): unknown {
  if (!Array.isArray(old)) return undefined;
  const id: unknown = isRecord(item) ? item.id : undefined;
  return id === undefined ? old[index] : old.find((each: unknown) => isRecord(each) && each.id === id);
}

function withValueAt(raw: RawConfig, [key = '', ...rest]: readonly string[], value: unknown): RawConfig {
  const below = raw[key];
  return { ...raw, [key]: rest.length === 0 ? value : withValueAt(below as RawConfig, rest, value) };
}
