import { isRecord } from '../../common/index.js';
import { isDeepStrictEqual } from 'node:util';
import { itemPath, keyPath, REFUSED_KEYS } from './path.js';
import { END, parsePath, type PathStep } from './parse-path.js';
import { ConfigInvalidError, ConfigProblem } from './problem.js';

export type RawConfig = Readonly<Record<string, unknown>>;

/** Makes the new content of a configuration file from the old one; throws ConfigInvalidError. */
export type ConfigChange = (before: RawConfig) => RawConfig;

/**
 * Sets one setting or list item to `value` (any JSON value; null unsets it). Missing objects and lists on the path are
 * created.
 * @param path `gateway.port`, `agents.list[0].id`; `allowFrom[]` appends.
 */
export const setPath =
  (path: string, value: unknown): ConfigChange =>
  (before) =>
    value === null ? unsetPath(path)(before) : setSteps(before, stepsOf(path), value);

/** Same as `setPath` for a parsed path; null is written as null. @throws ConfigInvalidError */
export const setSteps = (before: RawConfig, steps: readonly PathStep[], value: unknown): RawConfig =>
  withValue('', before, steps, value) as RawConfig;

/** Removes one setting or list item, so that its default applies; does nothing when it is not set. */
export const unsetPath =
  (path: string): ConfigChange =>
  (before) =>
    without(before, stepsOf(path)) as RawConfig;

/** A merge patch (RFC 7396): objects are merged, null unsets a setting, everything else replaces. */
export const mergePatch =
  (patch: RawConfig): ConfigChange =>
  (before) =>
    merged(before, patch, '') as RawConfig;

/** Applies changes one after the other, as one change. */
export const allOf =
  (changes: readonly ConfigChange[]): ConfigChange =>
  (before) =>
    changes.reduce((raw, change) => change(raw), before);

/** The settings in which two configurations differ; a list counts as one setting. Null and absent are the same. */
export function changedPaths(before: unknown, after: unknown, base = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [a, b] = [before ?? {}, after ?? {}];
  if (!isRecord(a) || !isRecord(b)) return [base];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const below = keys.flatMap((key) =>
    changedPaths(a[key] ?? undefined, b[key] ?? undefined, keyPath(base, key)),
  );
  // An empty object that is added or removed.
  const isOnlyShape = below.length === 0 && (before === undefined || after === undefined);
  return isOnlyShape && base !== '' ? [base] : below;
}

function stepsOf(path: string): readonly PathStep[] {
  const steps = parsePath(path);
  if (steps instanceof ConfigProblem) throw new ConfigInvalidError([steps]);
  return steps;
}

/** @param base the path of `current`, for problems */
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
  if (Array.isArray(current))
    throw refused(base, 'is a list: address an item with [0], or append one with []');
  const path = keyPath(base, key);
  if (REFUSED_KEYS.has(key)) throw refused(path, 'this name is not allowed');
  const object = isRecord(current) ? current : {};
  return { ...object, [key]: withValue(path, object[key], rest, value) };
}

function without(current: unknown, [step, ...rest]: readonly PathStep[]): unknown {
  if (Array.isArray(current) && typeof step === 'number' && step < current.length) {
    return rest.length === 0
      ? current.toSpliced(step, 1)
      : current.toSpliced(step, 1, without(current[step], rest));
  }
  if (!isRecord(current) || typeof step !== 'string' || !Object.hasOwn(current, step)) return current;
  const { [step]: value, ...others } = current;
  return rest.length === 0 ? others : { ...current, [step]: without(value, rest) };
}

function merged(target: unknown, patch: unknown, base: string): unknown {
  if (!isRecord(patch)) return patch;
  const result: Record<string, unknown> = isRecord(target) ? { ...target } : {};
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
