import { type InboundMessage, targetOf } from '../../channels/index.js';
import type { StoredEvent } from '../inbox/stored-event.js';

const MAX_CONVERSATIONS = 10_000;

type Stored = Pick<StoredEvent<InboundMessage>, 'id' | 'event' | 'receivedAt'>;

/** The last messages of a conversation that this process was asked to answer. */
interface Talk {
  readonly last: readonly Pick<Stored, 'id' | 'receivedAt'>[];
  /** Set when a query has shown that the conversation is busy. */
  isKeptBusy: boolean;
}

/** Remembers, for this process, which conversations are busy, because only those are worth a query. */
export class RecentTalk {
  private readonly talks = new Map<string, Talk>();

  /**
   * Notes a message; noting it again has no effect.
   * @returns whether it is the conversation's first message in this process, and whether its last `count` messages
   * arrived within `withinMs`
   */
  recordMessage(
    { id, event, receivedAt }: Stored,
    { count, withinMs }: { readonly count: number; readonly withinMs: number },
  ): { readonly isFirst: boolean; readonly isBusy: boolean } {
    const key = keyOf(event);
    const talk = this.talks.get(key);
    const others = talk?.last.filter((each) => each.id !== id) ?? [];
    const last = [...others, { id, receivedAt }].slice(-count);
    this.remember(key, { last, isKeptBusy: false });
    const isBusy = last.length === count && receivedAt - (last[0]?.receivedAt ?? 0) <= withinMs;
    return { isFirst: talk === undefined, isBusy: isBusy || talk?.isKeptBusy === true };
  }

  /** Makes the next message of the conversation worth a query. */
  keepBusy({ event }: Pick<Stored, 'event'>): void {
    const talk = this.talks.get(keyOf(event));
    if (talk) talk.isKeptBusy = true;
  }

  private remember(key: string, talk: Talk): void {
    this.talks.delete(key);
    this.talks.set(key, talk);
    const oldest = this.talks.size > MAX_CONVERSATIONS ? this.talks.keys().next().value : undefined;
    if (oldest !== undefined) this.talks.delete(oldest);
  }
}

const keyOf = (event: InboundMessage): string => {
  const { channel, account, conversation } = targetOf(event);
  return JSON.stringify([channel, account, conversation]);
};
