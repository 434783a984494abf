import { isRecord } from '../../common/index.js';
/*
 * The JSON of a backup, which may be of anyone: each part is looked at before it is used. A list or an object of ours
 * never has as many entries, and a text never as many characters.
 */

const MOST_ENTRIES = 10_000;
const MOST_CHARS = 4_096;

/** Whether a value of a backup has the form that one of ours has. */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string' && value.length <= MOST_CHARS;

export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

export const matching =
  (pattern: RegExp): Check =>
  (value) =>
    isText(value) && pattern.test(value as string);

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= MOST_ENTRIES && value.every(check);

export const mapOf =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && listOf(check)(Object.values(value)) && listOf(isText)(Object.keys(value));

export const objectOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) &&
    Object.entries(checks).every(([key, check]) => Object.hasOwn(value, key) && check(value[key]));
