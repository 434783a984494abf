import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, itemPath, keyPath, REFUSED_KEYS } from './path.js';
import { END, parsePath, type PathStep } from './parse-path.js';
import { ConfigInvalidError, ConfigProblem } from './problem.js';

export type RawConfig = Readonly<Record<string, unknown>>;

/** Makes the new content of a configuration file from the old one; throws ConfigInvalidError. */
export type ConfigChange = (before: RawConfig) => RawConfig;

/**
 * One setting or list item to `value` (any JSON value; null takes it back). What is missing on the way is made.
 * @param path `gateway.port`, `agents.list[0].id`; `allowFrom[]` appends.
 */
export const setPath =
  (path: string, value: unknown): ConfigChange =>
  (before) =>
    value === null ? unsetPath(path)(before) : setSteps(before, stepsOf(path), value);

/** As `setPath` for a path already read; null is written as it is. @throws ConfigInvalidError */
export const setSteps = (before: RawConfig, steps: readonly PathStep[], value: unknown): RawConfig =>
  withValue('', before, steps, value) as RawConfig;

/** One setting or list item away, so that its default holds; nothing happens when it is not set. */
export const unsetPath =
  (path: string): ConfigChange =>
  (before) =>
    without(before, stepsOf(path)) as RawConfig;

/** A merge patch (RFC 7396): objects are merged, null takes a setting back, everything else replaces. */
export const mergePatch =
  (patch: RawConfig): ConfigChange =>
  (before) =>
    merged(before, patch, '') as RawConfig;

/** One after the other, as one change. */
export const allOf =
  (changes: readonly ConfigChange[]): ConfigChange =>
  (before) =>
    changes.reduce((raw, change) => change(raw), before);

/** The settings in which two configurations differ; a list counts as one setting. Null and absent are the same. */
export function changedPaths(before: unknown, after: unknown, base = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [a, b] = [before ?? {}, after ?? {}];
  if (!isPlainObject(a) || !isPlainObject(b)) return [base];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const below = keys.flatMap((key) =>
    changedPaths(a[key] ?? undefined, b[key] ?? undefined, keyPath(base, key)),
  );
  // An empty object that comes or goes.
  const isOnlyShape = below.length === 0 && (before === undefined || after === undefined);
  return isOnlyShape && base !== '' ? [base] : below;
}

function stepsOf(path: string): readonly PathStep[] {
  const steps = parsePath(path);
  if (steps instanceof ConfigProblem) throw new ConfigInvalidError([steps]);
  return steps;
}

/** @param base where `current` stands, for problems */
function withValue(base: string, current: unknown, steps: readonly PathStep[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (typeof step === 'string') return withMember(base, current, [step, ...rest], value);
  const list = current ?? [];
  if (!Array.isArray(list)) throw refused(base, 'is not a list');
  const index = step === END ? list.length : step;
  if (index > list.length) {
    const items = list.length === 1 ? '1 item' : `${list.length} items`;
    throw refused(itemPath(base, index), `the list has ${items}`);
  }
  return list.toSpliced(index, 1, withValue(itemPath(base, index), list[index], rest, value));
}

function withMember(
  base: string,
  current: unknown,
  [key, ...rest]: readonly [string, ...PathStep[]],
  value: unknown,
): unknown {
  if (Array.isArray(current)) throw refused(base, 'is a list: name an item by [0], or a new one by []');
  const path = keyPath(base, key);
  if (REFUSED_KEYS.has(key)) throw refused(path, 'this name is not allowed');
  const object = isPlainObject(current) ? current : {};
  return { ...object, [key]: withValue(path, object[key], rest, value) };
}

function without(current: unknown, [step, ...rest]: readonly PathStep[]): unknown {
  if (Array.isArray(current) && typeof step === 'number' && step < current.length) {
    return rest.length === 0
      ? current.toSpliced(step, 1)
      : current.toSpliced(step, 1, without(current[step], rest));
  }
  if (!isPlainObject(current) || typeof step !== 'string' || !Object.hasOwn(current, step)) return current;
  const { [step]: value, ...others } = current;
  return rest.length === 0 ? others : { ...current, [step]: without(value, rest) };
}

function merged(target: unknown, patch: unknown, base: string): unknown {
  if (!isPlainObject(patch)) return patch;
  const result: Record<string, unknown> = isPlainObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    const path = keyPath(base, key);
    if (REFUSED_KEYS.has(key)) throw refused(path, 'this name is not allowed');
    if (value === null) Reflect.deleteProperty(result, key);
    else result[key] = merged(result[key], value, path);
  }
  return result;
}

const refused = (path: string, message: string): ConfigInvalidError =>
  new ConfigInvalidError([new ConfigProblem(path, message)]);
