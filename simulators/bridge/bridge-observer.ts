import { timeLimit } from '../common/time-limit.js';
import { waitFor } from '../common/wait-for.js';
import type { BridgeCore } from './core.js';
import type { BridgeEvents } from './common/events.js';
import type {
  ChatRow,
  MessageRow,
  ReadEvent,
  RequestRecord,
  TypingEvent,
  WebhookDelivery,
  WebhookRow,
} from './common/types.js';

/** A test's read-only view of the simulator, with the means to wait for a condition. */
export class BridgeObserver {
  protected constructor(protected readonly core: BridgeCore) {}

  /** Typed events (`message`, `sent`, `typing`, `read`, `request`, `delivery`, `change`). */
  get events(): BridgeEvents {
    return this.core.events;
  }

  /** Every row of the database, in row order. */
  messages(): readonly MessageRow[] {
    return this.core.store.messages;
  }

  message(guid: string): MessageRow | undefined {
    return this.core.store.messageByGuid(guid);
  }

  /** Rows that the REST API sent (texts and attachments without error), in row order. */
  sentMessages(chatGuid?: string): readonly MessageRow[] {
    return this.sentRows(chatGuid).filter((row) => row.associatedMessageType === null);
  }

  /** Tapbacks sent by the REST API, in row order. */
  sentReactions(chatGuid?: string): readonly MessageRow[] {
    return this.sentRows(chatGuid).filter((row) => row.associatedMessageType !== null);
  }

  get chats(): readonly ChatRow[] {
    return this.core.store.chats;
  }

  get typingEvents(): readonly TypingEvent[] {
    return this.core.activity.typingEvents;
  }

  /** Chats in which the gateway's typing bubble is shown now. */
  get typingChats(): readonly string[] {
    return this.core.activity.typingChats;
  }

  get readEvents(): readonly ReadEvent[] {
    return this.core.activity.readEvents;
  }

  get webhooks(): readonly WebhookRow[] {
    return this.core.registry.list();
  }

  /** Finished webhook attempts, dropped ones included; the newest 10,000. */
  get deliveries(): readonly WebhookDelivery[] {
    return this.core.dispatcher.log;
  }

  /** Calls received, refused ones included; the newest 10,000. */
  get requests(): readonly RequestRecord[] {
    return this.core.requests;
  }

  /** Resolves with the first truthy value of `predicate`, which runs again after every change, never by polling. */
  waitFor<T>(
    predicate: () => T | undefined | null | false,
    timeoutMs = timeLimit(20_000),
    what?: string,
  ): Promise<T> {
    return waitFor(this.core.events, predicate, { timeoutMs, what });
  }

  /** Resolves when no echo, receipt or webhook is pending. */
  async idle(timeoutMs = timeLimit(20_000)): Promise<void> {
    const isQuiet = (): boolean => this.core.timers.pending === 0 && this.core.dispatcher.inFlight === 0;
    await this.waitFor(isQuiet, timeoutMs, 'the simulator to be quiet');
  }

  private sentRows(chatGuid?: string): MessageRow[] {
    return this.core.store.messages.filter(
      (row) => row.sentByApi && row.error === 0 && (chatGuid === undefined || row.chat.guid === chatGuid),
    );
  }
}
