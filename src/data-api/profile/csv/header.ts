import { kindOf } from './cell.ts';

/** Rows below the first that are compared with it. */
export const COMPARED_ROWS = 50;

export interface HeaderGuess {
  readonly hasHeader: boolean;
  /** Whether all that speaks for or against it agrees. */
  readonly isSure: boolean;
}

/**
 * What the first cell of a column says: `name`, it is a text over values of another type; `value`, it is one of the
 * values below; `unlike`, it is no text, but differs from what is below; `text`, a text over texts; `gap`, it is
 * empty or a mark for a missing value; `nothing`, the whole column is empty.
 */
type Vote = 'name' | 'value' | 'unlike' | 'text' | 'gap' | 'nothing';

interface Column {
  /** Of the first row. */
  readonly name: string;
  /** Of the rows below, without those that are empty or marks for a missing value. */
  readonly values: readonly string[];
  /** That of more than half of them; text when there is none. */
  readonly kind: FinerKind;
  /** Whether a row below is empty here. */
  readonly hasGaps: boolean;
}

/**
 * Whether the first row of a table holds the names of its columns. An empty, repeated or numeric name is evidence
 * against it only where the column below has the same type.
 */
export function guessHeader(first: readonly string[], below: readonly (readonly string[])[]): HeaderGuess {
  const columns = first.map((name, at) => columnOf(name.trim(), below, at));
  const votes = columns.map((column, at) => voteOf(column, at === 0));
  if (hasCountedNames(columns, votes.includes('name'))) {
    for (const [at, { name }] of columns.entries()) if (INTEGER.test(name)) votes[at] = 'unlike';
  }
  const count = (vote: Vote): number => votes.filter((each) => each === vote).length;
  const names = count('name');
  const values = count('value');
  if (names > 0 && names >= values) return { hasHeader: true, isSure: values === 0 };
  if (values > 0) return { hasHeader: false, isSure: names === 0 && count('unlike') === 0 };
  const couldBe = votes.includes('text') || votes.includes('unlike');
  return { hasHeader: couldBe && !votes.includes('gap') && haveNames(columns, votes), isSure: !couldBe };
}

/** Where no type tells: texts that differ can be names, and so can what differs from all below. */
function haveNames(columns: readonly Column[], votes: readonly Vote[]): boolean {
  const texts = columns.filter((_, at) => votes[at] === 'text').map(({ name }) => name.toWellFormed());
  return votes.includes('unlike') || new Set(texts).size === texts.length;
}

function columnOf(name: string, below: readonly (readonly string[])[], at: number): Column {
  const values: string[] = [];
  const counts = new Map<FinerKind, number>();
  for (const row of below) {
    const value = row[at]?.trim() ?? '';
    const kind = finerKindOf(value);
    if (kind === 'null' || MISSING.test(value)) continue;
    values.push(value);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const [kind = 'text'] = [...counts].find(([, count]) => count * 2 > values.length) ?? [];
  return { name, values, kind, hasGaps: values.length < below.length };
}

function voteOf({ name, values, kind: valuesKind, hasGaps }: Column, isFirst: boolean): Vote {
  const kind = finerKindOf(name);
  if (values.length === 0) return kind === 'text' ? 'text' : kind === 'null' ? 'nothing' : 'gap';
  // A column of row numbers or row names, to which pandas and R give no name.
  if (kind === 'null') return isFirst && !hasGaps ? 'unlike' : 'gap';
  if (kind !== 'text') return kind === valuesKind ? 'value' : 'unlike';
  if (valuesKind === 'text') return voteOfText(name, values);
  return MISSING.test(name) || STARTS_WITH_DIGIT.test(name) ? 'gap' : 'name';
}

/** Words for a value that is missing, which no column is named. */
const MISSING = /^(?:#?n\/?a|nan|none|nil|unknown|missing|inf(?:inity)?|[-–?.]+)$/i;
const STARTS_WITH_DIGIT = /^\d/;
const INTEGER = /^\d{1,15}$/;

/** A kind of values that no name has, though they are texts. */
const FEATURES = [/@/, /:\/\//, STARTS_WITH_DIGIT];

function voteOfText(name: string, values: readonly string[]): Vote {
  if (values.includes(name)) return 'value';
  for (const feature of FEATURES) {
    if (values.every((value) => feature.test(value))) return feature.test(name) ? 'value' : 'name';
  }
  if (!values.every(hasDigit)) return 'text';
  // Names have digits, too (q1), and a value alone may have one by chance.
  if (hasDigit(name)) return values.every((value) => areAlike(value, name)) ? 'value' : 'text';
  return values.length > 1 ? 'name' : 'text';
}

const hasDigit = (text: string): boolean => /\d/.test(text);

/** From this length on, a name with digits is not as long as every value by chance. */
const LONG_CODE = 8;

/** Codes of one kind have one length, as UUIDs do, or short ones one pattern: `A12` and `B77` have `a99`. */
const areAlike = (a: string, b: string): boolean =>
  a.length === b.length && (a.length >= LONG_CODE || patternOf(a) === patternOf(b));

const patternOf = (text: string): string => text.replaceAll(/\p{L}/gu, 'a').replaceAll(/\d/g, '9');

type FinerKind = ReturnType<typeof kindOf> | 'figure';

/** Counts and amounts in any country's way of writing, such as `1,20`, `1.234,50 €` and `007`. */
const AMOUNT = /^[^\p{L}\d]{0,3}\d[\d.,'\u00A0\u202F ]*[^\p{L}\d]{0,3}$/u;

/** Texts without letters have kinds of their own: amounts are numbers, and there are times, days and the like. */
function finerKindOf(cell: string): FinerKind {
  const kind = kindOf(cell);
  if (kind !== 'text' || !hasDigit(cell) || /\p{L}/u.test(cell)) return kind;
  return AMOUNT.test(cell) ? 'number' : 'figure';
}

/**
 * Whether the numbers in the first row count columns: years, as a pivot table has them, or from 0 or 1, as pandas names
 * columns that have no names. The values below them do not do so, or are no integers at all.
 */
function hasCountedNames(columns: readonly Column[], hasOtherNames: boolean): boolean {
  const counted = columns.filter(({ name }) => INTEGER.test(name));
  const [start, ...others] = counted.map(({ name }) => Number(name));
  if (start === undefined || others.length === 0) return false;
  if (!others.every((each, at) => each === start + at + 1)) return false;
  const values = counted.flatMap((column) => column.values);
  if (isYear(start)) return !values.every((value) => isYear(Number(value)));
  if (start > 1) return false;
  if (counted.length < columns.length) return hasOtherNames || columns[0]?.name === '';
  return start === 0 && !values.some((value) => INTEGER.test(value));
}

const isYear = (value: number): boolean => value >= 1900 && value <= 2100;
