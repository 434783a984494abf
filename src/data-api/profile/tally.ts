import type { ValueProfile, ValueType } from './types.ts';

/** Counts the values of a column or path in constant memory. */
export class Tally {
  private count = 0;
  private nulls = 0;
  private readonly types = new Map<ValueType, number>();
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
    this.types.set(type, (this.types.get(type) ?? 0) + 1);
  }

  addText(characters: number): void {
    this.add('string');
    this.lengths.include(characters);
  }

  /** Arrays are counted at their beginning; their length is known at their end. */
  addLength(items: number): void {
    this.lengths.include(items);
  }

  /** @param text the number as written, in the grammar of JSON or close to it */
  addNumber(text: string): void {
    const value = Number(text);
    const isInteger = !/[.eE]/.test(text);
    this.add(isInteger ? 'integer' : 'number');
    if (!Number.isFinite(value) || (isInteger && !Number.isSafeInteger(value))) this.inexact++;
    if (Number.isFinite(value)) this.numbers.include(value);
  }

  addDate(text: string, time: number): void {
    this.add('date');
    if (!this.earliest || time < this.earliest.time) this.earliest = { text, time };
    if (!this.latest || time > this.latest.time) this.latest = { text, time };
  }

  profile(): ValueProfile {
    return {
      count: this.count,
      nulls: this.nulls,
      types: Object.fromEntries(this.types),
      min: this.numbers.min,
      max: this.numbers.max,
      earliest: this.earliest?.text ?? null,
      latest: this.latest?.text ?? null,
      min_length: this.lengths.min,
      max_length: this.lengths.max,
      inexact_numbers: this.inexact,
    };
  }
}

interface Moment {
  readonly text: string;
  readonly time: number;
}

class Range {
  min: number | null = null;
  max: number | null = null;

  include(value: number): void {
    if (this.min === null || value < this.min) this.min = value;
    if (this.max === null || value > this.max) this.max = value;
  }
}
