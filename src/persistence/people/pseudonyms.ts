import type { Footprint } from './person.js';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** A short code, or the name of an SMS service: such a text may as well be a role, a number or a word of ours. */
const isWord = (address: string): boolean => !/[@+:;]/.test(address) && address.length < 16;

/** Members of JSON whose whole value names a person, and those whose whole value is a sender. */
const NAMES = /(?:^|_)(?:name|email|email_key)$/i;
const SENDERS = /(?:^|_)(?:sender|sender_id)$/i;

/** Finds the addresses of a person in texts that were not made for it, and puts the pseudonym there. */
export class Pseudonyms {
  private readonly pattern: RegExp | undefined;
  private readonly words: ReadonlySet<string>;

  constructor(private readonly footprint: Footprint) {
    const { addresses, person } = footprint;
    this.words = new Set(addresses.filter(isWord));
    const named = addresses.filter((each) => !isWord(each));
    const channels = [...new Set(person.addresses.map(({ channel }) => channel))];
    const forms = [
      // `+1202555014` must not be found in `+12025550143`, nor a name of a mailbox in a longer one.
      ...alternatives(named, '(?<![\\w@+.%-])', '(?![\\w@]|[.-]\\w)'),
      // Only where a sender of the channel stands, as in `sender:imbridge:12345` and the keys of lanes.
      ...alternatives(
        [...this.words],
        `(?<=(?<!\\w)(?:${channels.map(escaped).join('|')}):(?:[^\\s:"]+:)*)`,
        '(?![\\w@:]|[.-]\\w)',
      ),
    ];
    this.pattern = forms.length === 0 ? undefined : new RegExp(forms.join('|'), 'gi');
  }

  isIn(text: string): boolean {
    return this.in(text) !== text;
  }

  /** The text with the pseudonym in place of each address. */
  in(text: string): string {
    return this.pattern === undefined ? text : text.replace(this.pattern, this.footprint.person.pseudonym);
  }

  /** Whether an address stands in JSON. A name alone is no sign of the person: anybody may take any name. */
  isInJson(json: string): boolean {
    const value: unknown = JSON.parse(json);
    const nobody: ReadonlySet<string> = new Set();
    return JSON.stringify(this.inValue(value, nobody)) !== JSON.stringify(value);
  }

  /** JSON whose strings and keys are treated so; one of the person's names too, where a name is expected. */
  inJson(json: string): string {
    return JSON.stringify(this.inValue(JSON.parse(json), this.footprint.names));
  }

  private inValue(value: unknown, names: ReadonlySet<string>, member = ''): unknown {
    if (typeof value === 'string') {
      const isTheirs =
        (NAMES.test(member) && names.has(value)) || (SENDERS.test(member) && this.words.has(value));
      return isTheirs ? this.footprint.person.pseudonym : this.in(value);
    }
    if (Array.isArray(value)) return value.map((each) => this.inValue(each, names, member));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [this.in(key), this.inValue(each, names, key)]),
    );
  }
}

/** A pattern for any of these texts, the longest first, also as a part of a path. */
function alternatives(texts: readonly string[], before: string, behind: string): string[] {
  const forms = new Set(texts.flatMap((each) => [each, encodeURIComponent(each)]));
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  return forms.size === 0 ? [] : [`${before}(?:${longestFirst.map(escaped).join('|')})${behind}`];
}
