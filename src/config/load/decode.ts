import { isRecord } from '../../common/index.js';
import { instead, ruleProblems, shapeProblem, typeOf } from '../describe/rules.js';
import { type SettingMeta, type SettingsClass, settingsOf } from '../describe/setting.decorator.js';
import { suggestion } from '../tree/nearest-name.js';
import { itemPath, joinPath, keyPath, REFUSED_KEYS } from '../tree/path.js';
import { ConfigProblem } from '../tree/problem.js';
import { readSecretFile } from '../files/read-file.js';

/** A class of settings may add rules across its fields; paths are relative to the object (`''` = the object). */
export interface HasProblems {
  problems(): readonly ConfigProblem[];
}

/** A setting's value in the file (undefined = none) and its default. */
interface Values {
  readonly raw: unknown;
  readonly current: unknown;
}

/**
 * Turns raw JSON5 values into instances of settings classes and gathers every problem on the way. A refused value
 * leaves the default in place, so that later rules always see values of the declared types.
 */
export class Decoder {
  readonly problems: ConfigProblem[] = [];

  /** Fills `target`, an instance made by its class's constructor, from the file's value at `path`. */
  decode<T extends object>(target: T, raw: unknown, path: string): T {
    if (raw !== undefined && raw !== null && !isRecord(raw)) {
      this.report(path, 'must be an object');
      return target;
    }
    const source = isRecord(raw) ? raw : {};
    const settings = settingsOf(target.constructor as SettingsClass);
    this.reportUnknown(source, settings, path);
    const failed = new Set(
      settings.filter((meta) => !this.assign(target, meta, source, path)).map((m) => m.key),
    );
    this.applyRules(target, failed, path);
    return target;
  }

  /** False when the value was refused. */
  private assign(target: object, meta: SettingMeta, source: Record<string, unknown>, base: string): boolean {
    const path = keyPath(base, meta.key);
    const raw = (Object.hasOwn(source, meta.key) ? source[meta.key] : undefined) ?? undefined;
    const before = this.problems.length;
    const decoded = this.decodeSetting(meta, raw, path, (target as Record<string, unknown>)[meta.key]);
    if (decoded !== undefined) (target as Record<string, unknown>)[meta.key] = decoded;
    return this.problems.length === before;
  }

  /** The value to assign; undefined leaves `current`. */
  private decodeSetting(meta: SettingMeta, raw: unknown, path: string, current: unknown): unknown {
    if (meta.kind === 'value' || meta.of === undefined) return this.decodeValue(meta, { raw, current }, path);
    const type = meta.of();
    if (meta.kind === 'list') return this.decodeList(meta, raw, path);
    if (meta.kind === 'map') return this.decodeMap(type, raw, path);
    if (meta.or && typeof raw === 'string') return this.decodeName(meta.or, raw, path);
    if (raw === undefined && !(current instanceof type)) return undefined;
    return this.decode(current instanceof type ? current : new type(), raw, path);
  }

  private decodeValue(meta: SettingMeta, { raw, current }: Values, path: string): unknown {
    if (raw === undefined) return undefined;
    const read = meta.secret ? readSecret(meta, raw, path) : { value: raw, problems: [] };
    this.problems.push(...read.problems);
    if (read.problems.length > 0) return undefined;
    const problem = shapeProblem(typeOf(meta, current), read.value);
    if (problem === undefined) return read.value;
    this.report(path, problem);
    return undefined;
  }

  private decodeName(names: readonly string[], raw: string, path: string): unknown {
    if (names.includes(raw)) return raw;
    this.report(path, `must be an object or one of ${names.join(', ')}${instead(raw)}`);
    return undefined;
  }

  private decodeList({ of, shorthand }: SettingMeta, raw: unknown, path: string): unknown {
    const type = of?.() ?? Object;
    if (raw === undefined) return undefined;
    if (!Array.isArray(raw)) {
      this.report(path, 'must be a list');
      return undefined;
    }
    return raw.map((item: unknown, index) => {
      const isShort = shorthand !== undefined && typeof item === 'string';
      return this.decodeItem(type, isShort ? { [shorthand]: item } : item, itemPath(path, index));
    });
  }

  private decodeMap(type: SettingsClass, raw: unknown, path: string): unknown {
    if (raw === undefined) return undefined;
    if (!isRecord(raw)) {
      this.report(path, 'must be an object');
      return undefined;
    }
    const map = Object.create(null) as Record<string, object>;
    for (const [key, value] of Object.entries(raw)) {
      if (value === null || REFUSED_KEYS.has(key)) continue;
      map[key] = this.decodeItem(type, value, keyPath(path, key));
    }
    return map;
  }

  private decodeItem(type: SettingsClass, raw: unknown, path: string): object {
    if (isRecord(raw)) return this.decode(new type(), raw, path);
    this.report(path, 'must be an object');
    return new type();
  }

  private reportUnknown(source: object, settings: readonly SettingMeta[], path: string): void {
    const known = settings.map((meta) => meta.key);
    for (const key of Object.keys(source)) {
      if (known.includes(key) || REFUSED_KEYS.has(key)) continue;
      this.report(keyPath(path, key), `unknown setting${suggestion(key, known)}`);
    }
  }

  private applyRules(target: object, failed: ReadonlySet<string>, path: string): void {
    const values = target as Record<string, unknown>;
    const defaults = new (target.constructor as SettingsClass)() as Record<string, unknown>;
    for (const { key, message } of ruleProblems(target, failed)) {
      this.report(keyPath(path, key), message);
      values[key] = defaults[key];
    }
    const extra = (target as Partial<HasProblems>).problems?.() ?? [];
    for (const { path: relative, message } of extra) this.reportOnce(joinPath(path, relative), message);
  }

  private report(path: string, message: string): void {
    this.problems.push(new ConfigProblem(path, message));
  }

  /** A rule across fields adds nothing for a setting that is already refused. */
  private reportOnce(path: string, message: string): void {
    if (!this.problems.some((problem) => problem.path === path)) this.report(path, message);
  }
}

interface SecretValue {
  readonly value?: unknown;
  readonly problems: readonly ConfigProblem[];
}

/** A secret setting in the file: a string, `{ file: "/path" }`, or (for a map) a map of such values. */
function readSecret(meta: Pick<SettingMeta, 'declared'>, raw: unknown, path: string): SecretValue {
  return meta.declared === String ? readOne(raw, path) : readMap(raw, path);
}

function readOne(raw: unknown, path: string): SecretValue {
  if (!isRecord(raw)) return { value: raw, problems: [] };
  const file = raw.file;
  if (typeof file !== 'string' || Object.keys(raw).length !== 1) {
    return { problems: [new ConfigProblem(path, 'must be a string or { file: "/path" }')] };
  }
  const read = readSecretFile(file);
  if ('value' in read) return { value: read.value, problems: [] };
  return { problems: [new ConfigProblem(path, read.problem)] };
}

function readMap(raw: unknown, path: string): SecretValue {
  if (!isRecord(raw)) return { problems: [new ConfigProblem(path, 'must be an object')] };
  const map = Object.create(null) as Record<string, unknown>;
  const problems: ConfigProblem[] = [];
  for (const [key, value] of Object.entries(raw)) {
    if (value === null || REFUSED_KEYS.has(key)) continue;
    const read = readOne(value, keyPath(path, key));
    problems.push(...read.problems);
    map[key] = read.value;
    if (read.problems.length === 0 && typeof read.value !== 'string') {
      problems.push(new ConfigProblem(keyPath(path, key), 'must be a string'));
    }
  }
  return { value: map, problems };
}
