import { hash } from 'node:crypto';
import { type ForgetsPeople, RemembersPeople, forgetKeys } from '../../common/index.js';
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

/** All numbers have nine digits: three tokens for most models, as seven would be. */
const LOWEST = 100_000_000;
const NUMBERS = 900_000_000;

/** The numbers of one conversation's messages, in the order in which they were given. */
type Numbering = Map<RemoteMessageId, number>;

/**
 * Short ids for messages, which save tokens and are valid only in their own conversation (spec 2-imbridge "Message
 * identifiers"). A number is made of the full id and the conversation alone, so it is the same on each replica and after
 * a restart, and no prompt changes with the process that writes it (ADR 0092). The way back is kept in memory, of the
 * messages that this process has shown; what it has not shown is refused, and so is a number that two of them have.
 * As there are many ids, only the number is stored for each; both forms are made again for each caller, who may keep them
 * (ADR 0086).
 */
@RemembersPeople()
@Injectable()
export class ShortIds implements ForgetsPeople {
  private readonly conversations = new Map<string, Numbering>();
  private held = 0;

  /** Both forms of an id. */
  idsOf(place: ConversationTarget, full: RemoteMessageId): MessageIds {
    return this.numbersOf(place)(full);
  }

  /**
   * {@link idsOf} for many messages of one place.
   * @returns a function that takes a full id and its own earlier result for that message; it returns that result again
   */
  numbersOf(place: ConversationTarget): (full: RemoteMessageId, before?: MessageIds) => MessageIds {
    const key = keyOf(place);
    const numbering = this.touch(key);
    return (full, before) => {
      const number = numbering.get(full) ?? this.add(numbering, full, numberOf(key, full));
      return before?.full === full ? before : { short: String(number), full };
    };
  }

  /**
   * The full form of an id in either form; undefined for a number that is not known here, or names two messages. Also
   * accepts the `#` that headers show and models repeat.
   */
  fullOf(place: ConversationTarget, id: string): RemoteMessageId | undefined {
    const number = /^#?(\d{1,9})$/.exec(id)?.[1];
    if (number === undefined) return id as RemoteMessageId;
    const numbering = this.conversations.get(keyOf(place));
    return numbering && onlyHolderOf(Number(number), numbering);
  }

  /** Whether this process has shown a message, which so belongs to this conversation. */
  knows(place: ConversationTarget, full: RemoteMessageId): boolean {
    return this.conversations.get(keyOf(place))?.has(full) === true;
  }

  private touch(key: string): Numbering {
    const known = this.conversations.get(key) ?? new Map<RemoteMessageId, number>();
    this.conversations.delete(key);
    this.conversations.set(key, known);
    return known;
  }

  private add(numbering: Numbering, full: RemoteMessageId, number: number): number {
    numbering.set(full, number);
    this.held++;
    if (numbering.size > MAX_IDS) {
      dropFirst(numbering);
      this.held--;
    }
    if (this.held > MAX_ALL) this.held -= dropFirst(this.conversations)?.size ?? 0;
    return number;
  }

  forgetPeople(names: readonly string[]): void {
    forgetKeys(this.conversations, names);
    this.held = [...this.conversations.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

/** By 48 bits of the digest, of which the remainder prefers no number noticeably. */
const numberOf = (key: string, full: RemoteMessageId): number =>
  LOWEST + (parseInt(hash('sha256', `${key}\n${full}`).slice(0, 12), 16) % NUMBERS);

/** A linear search is enough, because numbers are looked up rarely: only when a model names a message. */
function onlyHolderOf(number: number, numbering: Numbering): RemoteMessageId | undefined {
  const holders = [...numbering].filter(([, held]) => held === number);
  return holders.length === 1 ? holders[0]?.[0] : undefined;
}

function dropFirst<K, V>(map: Map<K, V>): V | undefined {
  const [first] = map;
  if (first) map.delete(first[0]);
  return first?.[1];
}

const keyOf = ({ channel, account, conversation }: ConversationTarget): string =>
  `${channel}\n${account}\n${conversation}`;
