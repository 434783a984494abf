import type { Footprint } from './person.js';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Finds the addresses of a person in texts that were not made for it, and puts the pseudonym there. */
export class Pseudonyms {
  private readonly pattern: RegExp | undefined;

  constructor(private readonly footprint: Footprint) {
    const named = footprint.addresses.flatMap((each) => [each, encodeURIComponent(each)]);
    const longestFirst = [...new Set(named)].sort((a, b) => b.length - a.length);
    // `+1202555014` must not be found in `+12025550143`, nor a name of a mailbox in a longer one.
    this.pattern =
      longestFirst.length === 0
        ? undefined
        : new RegExp(`(?<![\\w@+.%-])(?:${longestFirst.map(escaped).join('|')})(?![\\w@]|[.-]\\w)`, 'gi');
  }

  isIn(text: string): boolean {
    return this.in(text) !== text;
  }

  /** The text with the pseudonym in place of each address. */
  in(text: string): string {
    return this.pattern === undefined ? text : text.replace(this.pattern, this.footprint.person.pseudonym);
  }

  /** Whether JSON has something that {@link inJson} treats, however it is spaced. */
  isInJson(json: string): boolean {
    const value: unknown = JSON.parse(json);
    return JSON.stringify(this.inValue(value)) !== JSON.stringify(value);
  }

  /** JSON whose strings and keys are treated so; a string that is one of the person's names too. */
  inJson(json: string): string {
    return JSON.stringify(this.inValue(JSON.parse(json)));
  }

  private inValue(value: unknown): unknown {
    if (typeof value === 'string')
      return this.footprint.names.has(value) ? this.footprint.person.pseudonym : this.in(value);
    if (Array.isArray(value)) return value.map((each) => this.inValue(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [this.in(key), this.inValue(each)]));
  }
}
