import JSON5 from 'json5';
import { itemPath, keyPath } from '../tree/path.js';
import { suggestion } from '../tree/nearest-name.js';
import { parsePath, type PathStep } from '../tree/parse-path.js';
import { ConfigProblem } from '../tree/problem.js';
import { typeOf } from './rules.js';
import type { ConfigSection } from './section.js';
import { type SettingMeta, settingsOf, type SettingsClass } from './setting.decorator.js';

/** The setting that a path names. */
export interface SettingAt {
  /**
   * The metadata of the setting; undefined for a section, for a path above one, and for a path that no section checks.
   */
  readonly meta?: SettingMeta;
  /** Whether it holds text, so that `12` is not a number there. */
  readonly isText: boolean;
}

const ELSEWHERE: SettingAt = { isText: false };

/** Returns the setting a path names, or the problem of the path: an unknown name with the nearest known one. */
export function settingAt(
  sections: readonly ConfigSection<object>[],
  path: string,
  unchecked: readonly string[] = [],
): SettingAt | ConfigProblem {
  const steps = parsePath(path);
  if (steps instanceof ConfigProblem) return steps;
  const others = unchecked.map((area) => area.split('.'));
  if (others.some((keys) => keys.every((key, index) => steps[index] === key))) return ELSEWHERE;
  const areas = sections.map((section) => ({ section, keys: section.path.split('.') }));
  const inside = areas.find(({ keys }) => keys.every((key, index) => steps[index] === key));
  if (inside) return inClass(inside.section, steps.slice(inside.keys.length));
  return aboveSections(steps, [...areas.map(({ keys }) => keys), ...others]);
}

function aboveSections(steps: readonly PathStep[], areas: readonly string[][]): SettingAt | ConfigProblem {
  let base = '';
  let left = areas;
  for (const [index, step] of steps.entries()) {
    const names = [...new Set(left.flatMap((area) => area[index] ?? []))];
    left = left.filter((area) => area[index] === step);
    base = keyPath(base, String(step));
    if (left.length === 0)
      return new ConfigProblem(base, `unknown setting${suggestion(String(step), names)}`);
  }
  return ELSEWHERE;
}

interface Owner {
  readonly type: SettingsClass;
  readonly path: string;
}

function inClass({ type, path }: Owner, [step, ...rest]: readonly PathStep[]): SettingAt | ConfigProblem {
  if (step === undefined) return ELSEWHERE;
  const settings = settingsOf(type);
  const meta = settings.find(({ key }) => key === step);
  if (!meta) {
    const known = settings.map(({ key }) => key);
    return new ConfigProblem(
      keyPath(path, String(step)),
      `unknown setting${suggestion(String(step), known)}`,
    );
  }
  const itsPath = keyPath(path, meta.key);
  if (!meta.of) return { meta, isText: isText(type, meta, rest) };
  const [next, ...deeper] = rest;
  if (next === undefined) return { meta, isText: false };
  // A map's names and a list's indices are free; the settings below them are not.
  const below = meta.kind === 'object' ? rest : deeper;
  const base =
    meta.kind === 'object'
      ? itsPath
      : typeof next === 'number'
        ? itemPath(itsPath, next)
        : keyPath(itsPath, String(next));
  return below.length === 0 ? { meta, isText: false } : inClass({ type: meta.of(), path: base }, below);
}

/** True for a string, an item of a list of strings, and a value of a secret map. */
function isText(type: SettingsClass, meta: SettingMeta, below: readonly PathStep[]): boolean {
  if (below.length > 0) return meta.type === 'string[]' || meta.secret === true;
  const kind = typeOf(meta, (new type() as Record<string, unknown>)[meta.key]);
  return kind === String || (kind === Object && meta.type?.includes(' | ') === true);
}

/**
 * Parses a value typed by a person: verbatim text where the setting holds text, JSON5 elsewhere, and text again when it
 * is not JSON5. Quotes around text are removed.
 */
export function parseTyped({ isText }: SettingAt, typed: string): unknown {
  if (isText && !/^(?:"[^]*"|'[^]*')$|^\{|^null$/.test(typed)) return typed;
  try {
    return JSON5.parse(typed);
  } catch {
    return typed;
  }
}
