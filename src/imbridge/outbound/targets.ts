import { type ConversationId, senderKeyOf } from '../../channels/index.js';
import { typedTarget } from '../settings/allow-list.js';
import type { ChatDirectory, KnownChat } from '../service/chats.js';
import { chatIdentifierKey, chatRowKey, conversationOf, parseConversation } from '../ids/id.js';
import type { PhoneRegion } from '../ids/handle.js';

const HANDLE_PREFIX = senderKeyOf('');

/** A phone number or an e-mail address, which can be written to without an existing chat. */
const REACHABLE = /^(?:\+[1-9]\d{5,14}|[^@\s]+@[^@\s]+)$/;

/**
 * Delivery targets as people and models write them (spec 2-imbridge "Delivery targets", wire 4.5). A chat must exist at
 * the bridge; a handle may be new, and sending creates its chat.
 */
export class Targets {
  constructor(
    private readonly chats: ChatDirectory,
    private readonly region: () => PhoneRegion | undefined,
  ) {}

  /** @returns undefined for a text that names no conversation */
  async resolve(text: string, signal: AbortSignal): Promise<ConversationId | undefined> {
    const own = text.trim() as ConversationId;
    if (parseConversation(own)) return this.ofChat(own, signal);
    const target = typedTarget(text, this.region());
    if (!target) return undefined;
    const { key, chat, bySms } = target;
    if (chat) return this.ofChat(conversationOf(chat), signal);
    if (!key.startsWith(HANDLE_PREFIX))
      return (await this.chats.search((each) => keysOf(each).includes(key), signal)).conversation;
    const handle = key.slice(HANDLE_PREFIX.length);
    return bySms ? this.ofSms(handle, signal) : this.ofHandle(handle, signal);
  }

  /** A guid is complete and no other chat can stand in for it, so the message can wait for an unavailable bridge. */
  private async ofChat(
    conversation: ConversationId,
    signal: AbortSignal,
  ): Promise<ConversationId | undefined> {
    const found = await this.chats.find(conversation, signal);
    return found.kind === 'absent' ? undefined : conversation;
  }

  /** The existing direct chat with the person, preferring iMessage; groups do not count (wire 6.2 row 22). */
  private async ofHandle(handle: string, signal: AbortSignal): Promise<ConversationId | undefined> {
    const conversation = conversationOf({ separator: '-', identifier: handle });
    if ((await this.chats.recall(conversation)) !== undefined) return conversation;
    const found = await this.chats.search(({ peers }) => peers.includes(handle), signal);
    return found.conversation ?? (REACHABLE.test(handle) ? conversation : undefined);
  }

  private async ofSms(handle: string, signal: AbortSignal): Promise<ConversationId | undefined> {
    const conversation = conversationOf({ service: 'SMS', separator: '-', identifier: handle });
    if (REACHABLE.test(handle) && !handle.includes('@')) return conversation;
    return this.ofChat(conversation, signal);
  }
}

function keysOf({ rowId, identifier }: KnownChat): readonly string[] {
  const key = chatIdentifierKey(identifier);
  return rowId === undefined ? [key] : [key, chatRowKey(rowId)];
}
