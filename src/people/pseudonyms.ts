import type { Footprint } from './person.js';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A short code, or the name of an SMS service: such a text may as well be a role, a number or a word of ours. */
const isWord = (address: string): boolean => !/[@+:;]/.test(address) && address.length < 16;

/** Members of JSON whose whole value names a person, and those whose whole value is a sender. */
const NAMES = /(?:^|_)(?:name|email|email_key)$/i;
const SENDERS = /(?:^|_)(?:sender|sender_id)$/i;

/** What may be a part of an id, in any script, composed or not; and what may join two such parts in a mailbox's name. */
const PART = String.raw`\p{L}\p{M}\p{N}_`;
const JOINT = String.raw`.\-'’!#$&*^{}|~\x60`;
/** Nothing of a longer id stands before or behind: `+1202555014` is not in `+12025550143`, nor `ann` in `o'ann`. */
const BEFORE = `(?<![${PART}@+.%\\-]|[${PART}][${JOINT}]+)`;
const BEHIND = `(?![${PART}@+]|[${JOINT}]+[${PART}@+])`;

/**
 * A text that names one thing by its address, as an actor, a lane or a session does: `sender:imbridge:+12025550143`,
 * `imbridge:default:-;+12025550143`, `agent:main:imbridge:direct:+12025550143`, with `command:`, `gate:` or the place of a
 * `/stop` around it. All of the rest is the id.
 */
const NAMED = /^(?:command:)?(?<kind>sender:|gate:|agent:[^:]+:)?(?<channel>[a-z][a-z0-9-]*):(?<rest>.*)$/su;
/** The kind of a conversation before the id: `-;+12025550143`. */
const KIND = /^(?:\w+;)?[-+];/;
const DIRECT = /^(?:direct|group|channel):/;

/** Finds the addresses of a person in texts that were not made for it, and puts the pseudonym there. */
export class Pseudonyms {
  private readonly pattern: RegExp | undefined;
  private readonly words: ReadonlySet<string>;
  /** Of the person, for a channel: what a name there may end with. */
  private readonly channels: ReadonlySet<string>;
  private readonly ids: ReadonlySet<string>;
  private readonly accounts: ReadonlySet<string>;
  private readonly flags: 'giu' | 'gu';

  constructor(private readonly footprint: Footprint) {
    const { addresses, person } = footprint;
    this.flags = person.isCaseSensitive === true ? 'gu' : 'giu';
    this.words = new Set(addresses.filter(isWord));
    this.ids = new Set(addresses.map((each) => this.fold(each)));
    const named = addresses.filter((each) => !isWord(each));
    this.channels = new Set(person.addresses.map(({ channel }) => channel));
    const places = [...footprint.places, ...footprint.sharedPlaces];
    const accounts = [...places, ...person.addresses].flatMap(({ account }) => account ?? []);
    this.accounts = new Set(['default', ...accounts]);
    const forms = [
      ...alternatives(named, BEFORE, BEHIND),
      // Only where a sender of the channel stands, as in `sender:imbridge:12345` and the keys of lanes.
      ...alternatives(
        [...this.words],
        `(?<=(?<![${PART}])(?:${[...this.channels].map(escaped).join('|')}):(?:[^\\s:"]+:)*)`,
        `(?![${PART}@:+]|[${JOINT}]+[${PART}@+])`,
      ),
    ];
    this.pattern = forms.length === 0 ? undefined : new RegExp(forms.join('|'), this.flags);
  }

  get pseudonym(): string {
    return this.footprint.person.pseudonym;
  }

  /** Whether an address stands in it: in a name as the whole of an id, in other texts as no part of a longer one. */
  isIn(text: string): boolean {
    return this.in(text) !== text;
  }

  /** The text with the pseudonym in place of each address. */
  in(text: string): string {
    if (this.pattern === undefined) return text;
    const { pseudonym } = this;
    if (this.ids.has(this.fold(text)) && !this.words.has(text)) return pseudonym;
    // With a space it may be a sentence that begins so.
    return /\s/.test(text) ? text.replace(this.pattern, pseudonym) : this.inName(text);
  }

  /** The same of a text that names an actor, a lane or a thing: it is no sentence, and an id may have spaces. */
  inName(text: string): string {
    if (this.pattern === undefined) return text;
    const { pseudonym } = this;
    const { kind = '', channel = '', rest = '' } = NAMED.exec(text)?.groups ?? {};
    if (!this.channels.has(channel)) return text.replace(this.pattern, pseudonym);
    const ends = this.endsOf(kind, rest).map((end) =>
      kind.startsWith('agent:') ? splitStop(end) : ([end, ''] as const),
    );
    const replaced = (end: number, id: string) => text.slice(0, text.length - end) + id;
    for (const idOf of [(id: string) => id, (id: string) => id.replace(KIND, '')])
      for (const [end, stop] of ends) {
        const id = idOf(end);
        if (this.ids.has(this.fold(id)))
          return replaced(id.length + stop.length, pseudonym + this.inStop(stop));
        if (this.inStop(stop) !== stop) return replaced(stop.length, this.inStop(stop));
      }
    return text;
  }

  isInName(text: string): boolean {
    return this.inName(text) !== text;
  }

  /** Whether an address stands in JSON. A name alone is no sign of the person: anyone may take any name. */
  isInJson(json: string): boolean {
    const value: unknown = JSON.parse(json);
    const nobody: ReadonlySet<string> = new Set();
    return JSON.stringify(this.inValue(value, nobody)) !== JSON.stringify(value);
  }

  /** JSON whose strings and keys are treated so; one of the person's names too, where a name is expected. */
  inJson(json: string): string {
    return JSON.stringify(this.inValue(JSON.parse(json), this.footprint.names));
  }

  /** Where the id may begin in a name: behind the kind of a session, or an account of ours; an id may have colons, too. */
  private endsOf(kind: string, rest: string): string[] {
    if (kind.startsWith('agent:')) return [rest.replace(DIRECT, '')];
    const account = rest.slice(0, Math.max(0, rest.indexOf(':')));
    const isPlace = kind !== 'sender:' && this.accounts.has(account);
    return isPlace ? [rest, rest.slice(account.length + 1)] : [rest];
  }

  private inStop(stop: string): string {
    return stop === '' ? '' : `:stop:${this.inName(stop.slice(':stop:'.length))}`;
  }

  private fold(text: string): string {
    return this.flags === 'gu' ? text : text.toLowerCase();
  }

  private inValue(value: unknown, names: ReadonlySet<string>, member = ''): unknown {
    if (typeof value === 'string') {
      if (SENDERS.test(member)) return this.inSender(value);
      return NAMES.test(member) && names.has(value) ? this.pseudonym : this.in(value);
    }
    if (Array.isArray(value)) return value.map((each) => this.inValue(each, names, member));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [this.in(key), this.inValue(each, names, key)]),
    );
  }

  /** The whole value is an id, with or without its channel. */
  private inSender(value: string): string {
    if (this.ids.has(this.fold(value))) return this.pseudonym;
    return this.channels.has(NAMED.exec(value)?.groups?.channel ?? '') ? this.inName(value) : value;
  }
}

/** The id of a session, and the place of a `/stop` behind it. */
function splitStop(end: string): [id: string, stop: string] {
  const at = end.indexOf(':stop:');
  return at < 0 ? [end, ''] : [end.slice(0, at), end.slice(at)];
}

/** A pattern for any of these texts, the longest first, also as a part of a path. */
function alternatives(texts: readonly string[], before: string, behind: string): string[] {
  const forms = new Set(texts.flatMap((each) => [each, encoded(each)]));
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  return forms.size === 0 ? [] : [`${before}(?:${longestFirst.map(escaped).join('|')})${behind}`];
}

/** As a part of a path. */
export const encoded = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : text);
