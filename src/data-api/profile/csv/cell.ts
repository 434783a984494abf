import { countCharacters } from '../characters.ts';
import type { Tally } from '../tally.ts';
import { timeOf } from './times.ts';

/** Longer cells are text: no meaningful number is this long. */
const LONGEST_LITERAL = 64;
/** Leading zeros mean a code (a postcode, an article number), not a number. */
const NUMBER = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/i;
/** `\N` is how PostgreSQL and MySQL write it into files. */
const NULL = /^(?:null|\\N)?$/i;

/** What a cell's content is. */
export type CellKind = 'null' | 'number' | 'boolean' | 'date' | 'text';

/** @param cell trimmed */
export function kindOf(cell: string): CellKind {
  if (NULL.test(cell)) return 'null';
  if (isNumber(cell)) return 'number';
  if (BOOLEAN.test(cell)) return 'boolean';
  return Number.isNaN(timeOf(cell) ?? Number.NaN) ? 'text' : 'date';
}

const isNumber = (cell: string): boolean => cell.length <= LONGEST_LITERAL && NUMBER.test(cell);

/** Counts the cell that `text` has from `start` to `end`. Plain numbers and words, which most cells are, are not copied. */
export function addCell(tally: Tally, text: string, start: number, end: number): void {
  if (start === end) tally.addNull();
  else if (isWord(text, start)) tally.addText(countCharacters(text, start, end));
  else if (!addPlainNumber(tally, text, start, end)) addLiteral(tally, text.slice(start, end));
}

function addLiteral(tally: Tally, raw: string): void {
  const cell = raw.trim();
  const time = timeOf(cell);
  if (time !== undefined) addTime(tally, raw, time);
  else if (BOOLEAN.test(cell)) tally.add('boolean');
  else if (NULL.test(cell)) tally.addNull();
  else if (isNumber(cell)) tally.addNumber(cell);
  else tally.addText(countCharacters(raw));
}

function addTime(tally: Tally, raw: string, time: number): void {
  if (Number.isNaN(time)) tally.addNoSuchDay(countCharacters(raw));
  else tally.addDate(raw.trim(), time);
}

const POINT = 0x2e;
const ZERO = 0x30;

/** The first letters of `null`, `true` and `false`. */
const LITERAL_LETTERS = 'nNtTfF';
const WORD_STARTS = Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return /[a-z]/i.test(letter) && !LITERAL_LETTERS.includes(letter);
});

/** Whether the content begins with a letter that only text begins with. */
const isWord = (text: string, start: number): boolean => WORD_STARTS[text.charCodeAt(start)] === true;

/** An integer of so many digits is exact in a double, and so is the power of ten that a decimal divides it by. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** Counts a number of few digits without a sign or an exponent. False when the cell needs a closer look. */
function addPlainNumber(tally: Tally, text: string, start: number, end: number): boolean {
  if (end - start > EXACT_DIGITS || isCode(text, start, end)) return false;
  let value = 0;
  let point = end;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (digit + ZERO === POINT && point === end && at > start) point = at;
    else return false;
  }
  if (point === end) tally.addInteger(value);
  // One division of two exact numbers is rounded as JavaScript rounds the decimal.
  else tally.addDecimal(value / (POWERS_OF_TEN[end - point - 1] ?? 1));
  return true;
}

/** Whether it has a leading zero. */
const isCode = (text: string, start: number, end: number): boolean =>
  text.charCodeAt(start) === ZERO && end - start > 1 && text.charCodeAt(start + 1) !== POINT;
