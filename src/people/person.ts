import { createHash } from 'node:crypto';

/** The identity of a person on one channel. */
export interface PersonAddress {
  readonly channel: string;
  /** One account of ours; null = all of the channel. */
  readonly account: string | null;
  /** In the form of inbound messages. */
  readonly senderId: string;
}

/** A person: by one address, or a user with all that are linked to them. */
export interface Person {
  readonly addresses: readonly PersonAddress[];
  readonly userId: string | null;
  /** Ids that differ in their case only are of different people; else the channel reads them as one. */
  readonly isCaseSensitive?: boolean;
  /** Random, and so not to be found out by trying addresses: stands for the person where a record of an act stays. */
  readonly pseudonym: string;
}

/** Whether a sender of a channel, on an account of ours, is the person: by the whole id. Every part judges its rows by it. */
export const isOneOfThem = (
  { addresses }: Pick<Person, 'addresses'>,
  sender: { readonly channel: string; readonly account: string; readonly senderId: string | null },
): boolean =>
  addresses.some(
    ({ channel, account, senderId }) =>
      channel === sender.channel &&
      senderId === sender.senderId &&
      (account ?? sender.account) === sender.account,
  );

/** Whether the person has an address on this account of ours. */
export const isOnTheirs = (
  { addresses }: Pick<Person, 'addresses'>,
  { channel, account }: { readonly channel: string; readonly account: string },
): boolean => addresses.some((each) => each.channel === channel && (each.account ?? account) === account);

/** A conversation with one other person. */
export interface DirectPlace {
  readonly channel: string;
  readonly account: string;
  readonly conversation: string;
}

/** Ids of rows: those of the person alone, and those that others see as well, of which only the content is theirs. */
export interface RowIds {
  readonly own: Set<string>;
  readonly shared: Set<string>;
}

const rowIds = (): RowIds => ({ own: new Set(), shared: new Set() });

/** The ids by which the rows of a person are found; each part of the program adds those of its own tables. */
export class Footprint {
  /** Direct conversations, by their JSON. */
  private readonly direct = new Map<string, DirectPlace>();
  private readonly groups = new Map<string, DirectPlace>();
  /** Inbound events that the person sent. */
  readonly events = new Set<string>();
  /** Entries of the transcript. */
  readonly lines = rowIds();
  readonly deliveries = rowIds();
  readonly approvals = new Set<string>();
  /** Files by their `media.id`; others may have sent the same file. */
  readonly media = new Set<string>();
  /** API keys. */
  readonly keys = new Set<string>();
  /** Names, email addresses: texts that stand for the person where a whole value is one of them. */
  readonly names = new Set<string>();

  constructor(readonly person: Person) {}

  get places(): readonly DirectPlace[] {
    return [...this.direct.values()];
  }

  /** Conversations with others in which the person wrote. */
  get sharedPlaces(): readonly DirectPlace[] {
    return [...this.groups.values()];
  }

  addPlace({ channel, account, conversation }: DirectPlace, isDirect = true): void {
    const key = JSON.stringify([channel, account, conversation]);
    (isDirect ? this.direct : this.groups).set(key, { channel, account, conversation });
  }

  isDirect({ channel, account, conversation }: DirectPlace): boolean {
    return this.direct.has(JSON.stringify([channel, account, conversation]));
  }

  /** Whether the place was added, as one or the other. */
  isKnown(place: DirectPlace): boolean {
    const { channel, account, conversation } = place;
    return this.isDirect(place) || this.groups.has(JSON.stringify([channel, account, conversation]));
  }

  /** Adds all that another one has. */
  include(other: Footprint): void {
    for (const place of other.places) this.addPlace(place);
    for (const place of other.sharedPlaces) this.addPlace(place, false);
    const pairs: (readonly [Set<string>, Set<string>])[] = [
      [this.events, other.events],
      [this.lines.own, other.lines.own],
      [this.lines.shared, other.lines.shared],
      [this.deliveries.own, other.deliveries.own],
      [this.deliveries.shared, other.deliveries.shared],
      [this.approvals, other.approvals],
      [this.media, other.media],
      [this.keys, other.keys],
      [this.names, other.names],
    ];
    for (const [mine, theirs] of pairs) for (const each of theirs) mine.add(each);
  }

  addName(name: string | null): void {
    // A shorter one would stand for too much else.
    if (name !== null && name.trim().length > 1) this.names.add(name);
  }

  /** The texts that name the person, or a conversation with them alone, wherever they stand. */
  get addresses(): readonly string[] {
    const { addresses, userId } = this.person;
    const ids = [
      ...addresses.map(({ senderId }) => senderId),
      ...this.places.map((each) => each.conversation),
    ];
    return [...new Set(userId === null ? ids : [...ids, userId])];
  }
}

const DIGEST_CHARS = 12;

/** Stands for who is meant, all their ids: an erasing that names it erases no one else. */
export function digestOf({ addresses, userId }: Pick<Person, 'addresses' | 'userId'>): string {
  const senders = addresses.map(({ channel, account, senderId }) =>
    JSON.stringify([channel, account, senderId]),
  );
  const hash = createHash('sha256').update(JSON.stringify([userId, ...senders.sort()]));
  return hash.digest('hex').slice(0, DIGEST_CHARS);
}
