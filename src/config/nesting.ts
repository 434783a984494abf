import { isPlainObject } from './config-path.js';

/** Nothing we know lies half as deep; what walks a configuration may take a call of a function for each level. */
export const MAX_DEPTH = 32;

export const TOO_DEEP = `is nested more than ${MAX_DEPTH} deep`;

/** Whether objects and lists stand within each other deeper than any setting; takes no stack of its own. */
export function isTooDeep(raw: unknown): boolean {
  let level = [raw];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level
      .flatMap(
        (value) =>
          (Array.isArray(value) ? value : isPlainObject(value) ? Object.values(value) : []) as unknown[],
      )
      .filter((value) => typeof value === 'object' && value !== null);
  }
  return false;
}
