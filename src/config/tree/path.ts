import { isRecord } from '../../common/index.js';
const PLAIN_KEY = /^[A-Za-z0-9_-]+$/;

/** The path of a key below `base`: `base.key`, or `base["key"]` when the key would be misread; empty base = root. */
export function keyPath(base: string, key: string): string {
  if (!PLAIN_KEY.test(key)) return `${base}[${JSON.stringify(key)}]`;
  return base === '' ? key : `${base}.${key}`;
}

export function itemPath(base: string, index: number): string {
  return `${base}[${index}]`;
}

/** Appends a relative path (`runtime.baseUrl`, `[2]`, or empty for the object itself) to `base`. */
export function joinPath(base: string, relative: string): string {
  if (base === '' || relative === '') return base + relative;
  return relative.startsWith('[') ? base + relative : `${base}.${relative}`;
}

/** Whether a path is `area` or inside it. */
export const isWithin = (path: string, area: string): boolean =>
  path === area || path.startsWith(`${area}.`) || path.startsWith(`${area}[`);

/** Keys that would reach an object's prototype; refused everywhere in the file. */
export const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Calls `visit` for every value below `raw`, deepest last, with its path; null counts as absent. */
export function walk(raw: unknown, visit: (path: string, key: string) => void, base = ''): void {
  if (Array.isArray(raw)) {
    raw.forEach((item, index) => {
      visit(itemPath(base, index), '');
      walk(item, visit, itemPath(base, index));
    });
  } else if (isRecord(raw)) {
    for (const [key, value] of Object.entries(raw)) {
      if (value === null) continue;
      visit(keyPath(base, key), key);
      walk(value, visit, keyPath(base, key));
    }
  }
}

/** No known setting is half as deep, so recursion over a configuration is safe up to this depth. */
export const MAX_DEPTH = 32;

export const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep`;

/** Whether objects and lists are nested deeper than any setting; does not recurse. */
export function isTooDeep(raw: unknown): boolean {
  let level = [raw];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level
      .flatMap(
        (value) => (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []) as unknown[],
      )
      .filter((value) => typeof value === 'object' && value !== null);
  }
  return false;
}
