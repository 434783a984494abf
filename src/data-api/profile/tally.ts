import type { ValueProfile, ValueType } from './types.ts';

/** Counts the values of a column or path in constant memory. */
export class Tally {
  /** The row of the values that are added next. */
  row = 0;
  private count = 0;
  private nulls = 0;
  private readonly types = noneOfAny();
  /** The row of the first value of each type. */
  private readonly firstRows = noneOfAny();
  private readonly noSuchDays = { count: 0, firstRow: 0 };
  private readonly numbers = new Range();
  private readonly lengths = new Range();
  private earliest: Moment | undefined;
  private latest: Moment | undefined;
  private inexact = 0;

  addNull(): void {
    this.count++;
    this.nulls++;
  }

  /** Counts a value by its type only. */
  add(type: ValueType): void {
    this.count++;
    if (this.types[type]++ === 0) this.firstRows[type] = this.row;
  }

  addText(characters: number): void {
    this.add('string');
    this.lengths.include(characters);
  }

  /** A string that looks like a date. */
  addNoSuchDay(characters: number): void {
    this.addText(characters);
    if (this.noSuchDays.count++ === 0) this.noSuchDays.firstRow = this.row;
  }

  /** Arrays are counted at their beginning; their length is known at their end. */
  addLength(items: number): void {
    this.lengths.include(items);
  }

  /** @param text the number as written, in the grammar of JSON or close to it */
  addNumber(text: string): void {
    const value = Number(text);
    const isInteger = !/[.eE]/.test(text);
    if (!Number.isFinite(value) || (isInteger && !isExact(text, value))) this.inexact++;
    if (isInteger) this.addInteger(value);
    else this.addDecimal(value);
  }

  addInteger(value: number): void {
    this.add('integer');
    this.numbers.include(value);
  }

  addDecimal(value: number): void {
    this.add('number');
    this.numbers.include(value);
  }

  addDate(text: string, time: number): void {
    this.add('date');
    if (!this.earliest || time < this.earliest.time) this.earliest = { text, time };
    if (!this.latest || time > this.latest.time) this.latest = { text, time };
  }

  /** The strings that look like dates. */
  get daysThatAreNone(): { readonly count: number; readonly firstRow: number } {
    return this.noSuchDays;
  }

  firstRowOf(type: ValueType): number {
    return this.firstRows[type];
  }

  profile(): ValueProfile {
    return {
      count: this.count,
      nulls: this.nulls,
      types: Object.fromEntries(Object.entries(this.types).filter(([, count]) => count > 0)),
      min: this.numbers.least,
      max: this.numbers.greatest,
      earliest: this.earliest?.text ?? null,
      latest: this.latest?.text ?? null,
      min_length: this.lengths.least,
      max_length: this.lengths.greatest,
      inexact_numbers: this.inexact,
    };
  }
}

const noneOfAny = () => ({ integer: 0, number: 0, boolean: 0, date: 0, string: 0, object: 0, array: 0 });

/** Whether a double holds the integer; 2^60 is one that it does, 2^53 + 1 is not. */
const isExact = (text: string, value: number): boolean =>
  Number.isSafeInteger(value) || BigInt(text) === BigInt(value);

interface Moment {
  readonly text: string;
  readonly time: number;
}

class Range {
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  /** Leaves out what a double cannot represent. */
  include(value: number): void {
    if (!Number.isFinite(value)) return;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  get least(): number | null {
    // JSON has no negative zero: it would be another value in the answer than here.
    return Number.isFinite(this.min) ? this.min + 0 : null;
  }

  get greatest(): number | null {
    return Number.isFinite(this.max) ? this.max + 0 : null;
  }
}
