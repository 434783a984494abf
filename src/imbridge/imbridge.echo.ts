import type { ConversationId, RemoteMessageId } from '../channels/index.js';
import type { Clock } from '../common/index.js';
import { cleanText } from './imbridge.message.js';

const MAX_IDS = 1_000;
const MAX_TEXTS = 512;
/** How long after our send a chat with oneself may bring the reflected copy (wire 6.1 row 13). */
const REFLECTION_MS = 60_000;

/**
 * What we sent lately, so that it is known when it comes back: by its guid, and in a chat with oneself by its
 * text, since the reflected copy there has another guid and says it is not from us. In memory only: the flag
 * `isFromMe` and the tempGuid are the first line of defence.
 */
export class RecentSends {
  private readonly ids = new Set<RemoteMessageId>();
  private readonly texts = new Map<string, number[]>();

  constructor(private readonly clock: Clock) {}

  /** Before the call goes out: a reflection can overtake the answer. */
  sending(conversation: ConversationId, text: string): void {
    const key = keyOf(conversation, text);
    const times = this.texts.get(key) ?? [];
    this.texts.delete(key);
    this.texts.set(key, [...times.filter((at) => this.isRecent(at)), this.clock.now()]);
    dropOldest(this.texts, MAX_TEXTS);
  }

  sent(id: RemoteMessageId): void {
    this.ids.add(id);
    dropOldest(this.ids, MAX_IDS);
  }

  isOurs(id: RemoteMessageId): boolean {
    return this.ids.has(id);
  }

  /** Each send explains one reflection, so that the person may write the same words themselves. */
  takeReflection(conversation: ConversationId, text: string): boolean {
    const key = keyOf(conversation, text);
    const times = (this.texts.get(key) ?? []).filter((at) => this.isRecent(at));
    if (times.length <= 1) this.texts.delete(key);
    else this.texts.set(key, times.slice(1));
    return times.length > 0;
  }

  private isRecent(at: number): boolean {
    return this.clock.now() - at < REFLECTION_MS;
  }
}

const keyOf = (conversation: ConversationId, text: string): string => `${conversation}\n${cleanText(text)}`;

function dropOldest<T>(
  store: { size: number; keys(): Iterator<T>; delete(key: T): boolean },
  max: number,
): void {
  if (store.size <= max) return;
  const oldest = store.keys().next();
  if (oldest.done !== true) store.delete(oldest.value);
}
