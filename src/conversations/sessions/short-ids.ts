import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { MessageIds } from '../../assistant/index.js';
import type { RemoteMessageId, Target } from '../../channels/index.js';

type ConversationTarget = Omit<Target, 'thread'>;

/** Ids of one conversation, of which the oldest goes first, and of all, of which the longest unused conversation's do. */
const MAX_IDS = 1_000;
const MAX_ALL = 100_000;

/** All numbers have six digits, which cost a model no more tokens than four. */
const LOWEST = 100_000;
const NUMBERS = 900_000;

interface Numbering {
  readonly byNumber: Map<number, RemoteMessageId>;
  readonly byId: Map<RemoteMessageId, number>;
}

/**
 * Short numbers for messages, which save tokens and mean something in their own conversation only (spec 2-imbridge
 * "Message identifiers"). Held in memory: one that stands for nothing any more must be refused and not mean another
 * message. So a process counts from a number of its own choice, and all conversations count together: what is
 * forgotten comes back after 900,000 others only, and a number of another process meets one of the thousand
 * messages that a conversation holds at most in one of 900 cases, mostly in far fewer (ADR 0019).
 */
@Injectable()
export class ShortIds {
  private readonly conversations = new Map<string, Numbering>();
  private next = randomInt(NUMBERS);
  private held = 0;

  /** Both forms of an id; a message that has none yet gets the next number. */
  idsOf(place: ConversationTarget, full: RemoteMessageId): MessageIds {
    const numbering = this.touch(place);
    const number = numbering.byId.get(full) ?? this.add(numbering, full);
    return { short: String(number), full };
  }

  /**
   * The full form of either; undefined for a number that stands for nothing (any more). With its `#` as well: so
   * headers show it, and so models repeat it.
   */
  fullOf(place: ConversationTarget, id: string): RemoteMessageId | undefined {
    const number = /^#?(\d{1,9})$/.exec(id)?.[1];
    if (number === undefined) return id as RemoteMessageId;
    return this.conversations.get(keyOf(place))?.byNumber.get(Number(number));
  }

  /** Whether a message has a number now: then it is one of this conversation. */
  knows(place: ConversationTarget, full: RemoteMessageId): boolean {
    return this.conversations.get(keyOf(place))?.byId.has(full) === true;
  }

  private touch(place: ConversationTarget): Numbering {
    const key = keyOf(place);
    const known = this.conversations.get(key) ?? { byNumber: new Map(), byId: new Map() };
    this.conversations.delete(key);
    this.conversations.set(key, known);
    return known;
  }

  private add(numbering: Numbering, full: RemoteMessageId): number {
    const number = this.free(numbering);
    numbering.byId.set(full, number);
    numbering.byNumber.set(number, full);
    this.held++;
    if (numbering.byId.size > MAX_IDS) {
      dropFirst(numbering.byId);
      dropFirst(numbering.byNumber);
      this.held--;
    }
    if (this.held > MAX_ALL) this.held -= dropFirst(this.conversations)?.byId.size ?? 0;
    return number;
  }

  /** Once all were given, those are passed over that a quiet conversation still has. */
  private free({ byNumber }: Numbering): number {
    let number: number;
    do {
      number = LOWEST + this.next;
      this.next = (this.next + 1) % NUMBERS;
    } while (byNumber.has(number));
    return number;
  }
}

function dropFirst<K, V>(map: Map<K, V>): V | undefined {
  const [first] = map;
  if (first) map.delete(first[0]);
  return first?.[1];
}

const keyOf = ({ channel, account, conversation }: ConversationTarget): string =>
  `${channel}\n${account}\n${conversation}`;
