import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { MessageIds } from '../../assistant/index.js';
import type { RemoteMessageId, Target } from '../../channels/index.js';

type ConversationTarget = Omit<Target, 'thread'>;

/**
 * The most ids of one conversation, and of all conversations. At the first limit the conversation's oldest id is
 * dropped; at the second, all ids of the conversation that has been unused the longest.
 */
const MAX_IDS = 1_000;
const MAX_ALL = 100_000;

/** All numbers have six digits; they cost a model no more tokens than four digits. */
const LOWEST = 100_000;
const NUMBERS = 900_000;

/** The numbers of one conversation's messages, in the order in which they were given. */
type Numbering = Map<RemoteMessageId, number>;

/**
 * Short ids for messages, which save tokens and are valid only in their own conversation (spec 2-imbridge "Message
 * identifiers"). They are kept in memory, and an id that is no longer valid must be refused instead of naming another
 * message. Therefore each process starts at a random number, and all conversations share one counter. A forgotten
 * number returns only after 900,000 others, and the chance that a number from another process matches one of the at
 * most thousand messages of a conversation is at most 1 in 900 (ADR 0019). As there are many ids, only the number is
 * stored for each; both forms are made anew for each caller, who may keep them (ADR 0086).
 */
@Injectable()
export class ShortIds {
  private readonly conversations = new Map<string, Numbering>();
  private next = randomInt(NUMBERS);
  /** The count of numbers given so far, over all conversations. */
  private given = 0;
  private held = 0;

  /** Both forms of an id; a message without a number gets the next one. */
  idsOf(place: ConversationTarget, full: RemoteMessageId): MessageIds {
    return this.numbersOf(place)(full);
  }

  /**
   * {@link idsOf} for many messages of one place.
   * @returns a function that takes a full id and its own earlier result for that message; it returns that result again
   * while it is valid
   */
  numbersOf(place: ConversationTarget): (full: RemoteMessageId, before?: MessageIds) => MessageIds {
    const numbering = this.touch(place);
    return (full, before) => {
      const number = numbering.get(full) ?? this.add(numbering, full);
      const isSame = before?.full === full && Number(before.short) === number;
      return isSame ? before : { short: String(number), full };
    };
  }

  /**
   * The full form of an id in either form; undefined for a number that is not valid, or no longer. Also accepts the `#`
   * that headers show and models repeat.
   */
  fullOf(place: ConversationTarget, id: string): RemoteMessageId | undefined {
    const number = /^#?(\d{1,9})$/.exec(id)?.[1];
    if (number === undefined) return id as RemoteMessageId;
    const numbering = this.conversations.get(keyOf(place));
    return numbering && holderOf(Number(number), numbering);
  }

  /** Whether a message has a number now, and so belongs to this conversation. */
  knows(place: ConversationTarget, full: RemoteMessageId): boolean {
    return this.conversations.get(keyOf(place))?.has(full) === true;
  }

  private touch(place: ConversationTarget): Numbering {
    const key = keyOf(place);
    const known = this.conversations.get(key) ?? new Map<RemoteMessageId, number>();
    this.conversations.delete(key);
    this.conversations.set(key, known);
    return known;
  }

  private add(numbering: Numbering, full: RemoteMessageId): number {
    const number = this.free(numbering);
    numbering.set(full, number);
    this.held++;
    if (numbering.size > MAX_IDS) {
      dropFirst(numbering);
      this.held--;
    }
    if (this.held > MAX_ALL) this.held -= dropFirst(this.conversations)?.size ?? 0;
    return number;
  }

  /**
   * The next free number. After all numbers were used once, those that a quiet conversation still holds are skipped.
   */
  private free(numbering: Numbering): number {
    let number: number;
    do {
      number = LOWEST + this.next;
      this.next = (this.next + 1) % NUMBERS;
    } while (++this.given > NUMBERS && holderOf(number, numbering) !== undefined);
    return number;
  }
}

/** A linear search is enough, because numbers are looked up rarely: only when a model names a message. */
function holderOf(number: number, numbering: Numbering): RemoteMessageId | undefined {
  for (const [full, held] of numbering) if (held === number) return full;
  return undefined;
}

function dropFirst<K, V>(map: Map<K, V>): V | undefined {
  const [first] = map;
  if (first) map.delete(first[0]);
  return first?.[1];
}

const keyOf = ({ channel, account, conversation }: ConversationTarget): string =>
  `${channel}\n${account}\n${conversation}`;
