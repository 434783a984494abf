import type { Announcer } from './announcer.js';
import type { BridgeEvents } from '../common/events.js';
import type { BridgeHost } from '../common/host.js';
import type { BridgeStore } from './store.js';
import { DIRECT } from './store.js';
import type { ReadEvent, TypingEvent } from '../common/types.js';

const TYPING_REPEAT_MS = 5_000;

interface Parts {
  readonly store: BridgeStore;
  readonly host: BridgeHost;
  readonly announcer: Announcer;
  readonly events: BridgeEvents;
}

/** Typing bubbles and read marks of both sides. */
export class Activity {
  readonly typingEvents: TypingEvent[] = [];
  readonly readEvents: ReadEvent[] = [];
  private readonly ownTyping = new Set<string>();
  private readonly lastShown = new Map<string, { display: boolean; at: number }>();

  constructor(private readonly parts: Parts) {}

  /** Chats in which the gateway's bubble is shown now. */
  get typingChats(): readonly string[] {
    return [...this.ownTyping];
  }

  startTyping(chatGuid: string, cause: 'post' | 'delete'): void {
    this.ownTyping.add(chatGuid);
    this.recordTyping({ chatGuid, display: true, cause, at: Date.now() });
  }

  /** The server stops the typing it knows about before a send (imbridge-wire 2.3). */
  stopTypingBeforeSend(chatGuid: string): void {
    if (!this.ownTyping.delete(chatGuid)) return;
    this.recordTyping({ chatGuid, display: false, cause: 'send', at: Date.now() });
  }

  /** Marks the chat and sends a webhook, also for the gateway's own calls (imbridge-wire 3.2). */
  mark(chatGuid: string, read: boolean): void {
    const event = { chatGuid, read, at: Date.now() };
    this.readEvents.push(event);
    this.parts.announcer.post({ type: 'chat-read-status-changed', data: { chatGuid, read } });
    if (read) this.readInbound(chatGuid);
    this.parts.events.emit('read', event);
    this.parts.events.emit('change');
  }

  /** The other side types: reported only in DMs with the Private API on, the same value at most every 5 s (3.2). */
  peerTyping(chatGuid: string, display: boolean): boolean {
    const chat = this.parts.store.chatByGuid(chatGuid);
    const last = this.lastShown.get(chatGuid);
    const isRepeat = last?.display === display && Date.now() - last.at < TYPING_REPEAT_MS;
    if (this.parts.host.privateApiProblem !== undefined || chat?.style !== DIRECT || isRepeat) return false;
    this.lastShown.set(chatGuid, { display, at: Date.now() });
    this.parts.announcer.post({ type: 'typing-indicator', data: { display, guid: chatGuid } });
    return true;
  }

  forget(): void {
    this.ownTyping.clear();
    this.lastShown.clear();
  }

  /** Marks messages as read from the newest back to the first already read. No webhook reports this (3.4). */
  private readInbound(chatGuid: string): void {
    const { messages } = this.parts.store;
    for (let index = messages.length - 1; index >= 0; index -= 1) {
      const row = messages[index];
      if (row?.chat.guid !== chatGuid || row.isFromMe) continue;
      if (row.dateRead !== null) return;
      row.dateRead = Date.now();
    }
  }

  private recordTyping(event: TypingEvent): void {
    this.typingEvents.push(event);
    this.parts.events.emit('typing', event);
    this.parts.events.emit('change');
  }
}
