const DASH = 0x2d;
const ZERO = 0x30;
/** ISO 8601 as databases and programs write it: `T` or a space before the time, `Z`, `UTC` or an offset behind it. */
const SHAPE =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d{2}(?::?\d{2})?))?)?$/;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** From 0000-01-01 to 1970-01-01. */
const DAYS_BEFORE_EPOCH = 719_528;

/**
 * Epoch ms of a date or time, of which one without a zone is UTC: the result is the same wherever the gateway runs.
 * NaN for a day or time that does not exist; undefined for other text.
 */
export function timeOf(text: string): number | undefined {
  if (text.charCodeAt(4) !== DASH || !SHAPE.test(text)) return undefined;
  const day = dayOf(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2));
  return text.length === 10 ? day : day + clockOf(text);
}

/** NaN for a day that its month does not have. Without a Date, which takes longer than all else of a cell. */
function dayOf(year: number, month: number, day: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = (DAYS_OF_MONTHS[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0);
  if (day < 1 || day > length) return Number.NaN;
  let days = day - 1 + (month > 2 && isLeap ? 1 : 0);
  for (let before = 0; before < month - 1; before++) days += DAYS_OF_MONTHS[before] ?? 0;
  // The year 0 is a leap year.
  const leapDays = Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
  return (year * 365 + leapDays + days - DAYS_BEFORE_EPOCH) * DAY_MS;
}

/** Ms since the day's midnight in UTC. */
function clockOf(text: string): number {
  const hasSeconds = text[16] === ':';
  const minutes = digits(text, 11, 2) * 60 + digits(text, 14, 2);
  const seconds = hasSeconds ? digits(text, 17, 2) : 0;
  const zone = hasSeconds ? /(?:\.\d+)?(.*)$/.exec(text.slice(19))?.[1] : text.slice(16);
  const part = text[19] === '.' ? Number.parseFloat(text.slice(19)) : 0;
  // Midnight may be the end of a day.
  const isReal = digits(text, 14, 2) < 60 && seconds < 60 && minutes * 60 + seconds + part <= DAY_MS / 1_000;
  return isReal ? minutes * MINUTE_MS + (seconds + part) * 1_000 - offsetOf(zone ?? '') : Number.NaN;
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

function digits(text: string, start: number, length: number): number {
  let value = 0;
  for (let at = start; at < start + length; at++) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}
