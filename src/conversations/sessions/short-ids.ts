import { Injectable } from '@nestjs/common';
import type { MessageIds } from '../../assistant/index.js';
import type { RemoteMessageId, Target } from '../../channels/index.js';

type Place = Omit<Target, 'thread'>;

/** Conversations kept, of which the longest unused goes first, and ids of each, of which the oldest does. */
const MAX_CONVERSATIONS = 5_000;
const MAX_IDS = 1_000;

interface Numbering {
  readonly byNumber: Map<number, RemoteMessageId>;
  readonly byId: Map<RemoteMessageId, number>;
  last: number;
}

/**
 * Short numbers for messages, per conversation, which save tokens (spec 2-imbridge "Message identifiers"). Held in
 * memory only: after a restart the numbers of before stand for nothing.
 */
@Injectable()
export class ShortIds {
  private readonly conversations = new Map<string, Numbering>();

  /** Both forms of an id; a message that has none yet gets the next number. */
  idsOf(place: Place, full: RemoteMessageId): MessageIds {
    const numbering = this.touch(place);
    const number = numbering.byId.get(full) ?? add(numbering, full);
    return { short: String(number), full };
  }

  /** The full form of either; undefined for a number that stands for nothing (any more). */
  fullOf(place: Place, id: string): RemoteMessageId | undefined {
    if (!/^\d{1,9}$/.test(id)) return id as RemoteMessageId;
    return this.conversations.get(keyOf(place))?.byNumber.get(Number(id));
  }

  private touch(place: Place): Numbering {
    const key = keyOf(place);
    const known = this.conversations.get(key) ?? { byNumber: new Map(), byId: new Map(), last: 0 };
    this.conversations.delete(key);
    this.conversations.set(key, known);
    if (this.conversations.size > MAX_CONVERSATIONS) dropFirst(this.conversations);
    return known;
  }
}

function add(numbering: Numbering, full: RemoteMessageId): number {
  const number = ++numbering.last;
  numbering.byId.set(full, number);
  numbering.byNumber.set(number, full);
  if (numbering.byId.size > MAX_IDS) {
    dropFirst(numbering.byId);
    dropFirst(numbering.byNumber);
  }
  return number;
}

function dropFirst(map: Map<unknown, unknown>): void {
  const [first] = map.keys();
  map.delete(first);
}

const keyOf = ({ channel, account, conversation }: Place): string =>
  `${channel}\n${account}\n${conversation}`;
