import type { ConversationId } from '../../channels/index.js';
import { targetKeyOf } from '../settings/imbridge.allow-list.js';
import type { ChatDirectory, KnownChat } from '../bridge/imbridge.chats.js';
import { chatGuidKey, chatIdentifierKey, chatRowKey, parseConversation, senderKey } from '../imbridge.id.js';
import type { PhoneRegion } from '../imbridge.handle.js';

const HANDLE_PREFIX = senderKey('');
const GUID_PREFIX = chatGuidKey('' as ConversationId);

/** Who can be written to without there being a chat: a phone number or an e-mail address. */
const REACHABLE = /^(?:\+[1-9]\d{5,14}|[^@\s]+@[^@\s]+)$/;

/**
 * Delivery targets as people and models write them (spec 2-imbridge "Delivery targets", wire 4.5). A chat must be one
 * the bridge has; a handle may be new, its chat is made when something is sent.
 */
export class Targets {
  constructor(
    private readonly chats: ChatDirectory,
    private readonly region: () => PhoneRegion | undefined,
  ) {}

  /** @returns undefined for a text that names no conversation. */
  async resolve(text: string, signal: AbortSignal): Promise<ConversationId | undefined> {
    const own = parseConversation(text.trim() as ConversationId);
    const key = own ? chatGuidKey(text.trim() as ConversationId) : targetKeyOf(text, this.region());
    if (key === undefined) return undefined;
    if (key.startsWith(HANDLE_PREFIX)) return this.ofHandle(key.slice(HANDLE_PREFIX.length), signal);
    if (key.startsWith(GUID_PREFIX))
      return this.ofGuid(key.slice(GUID_PREFIX.length) as ConversationId, signal);
    return (await this.chats.search((chat) => keysOf(chat).includes(key), signal)).conversation;
  }

  /** A guid says all there is to know, so that it may wait for a bridge that is away. */
  private async ofGuid(
    conversation: ConversationId,
    signal: AbortSignal,
  ): Promise<ConversationId | undefined> {
    const found = await this.chats.find(conversation, signal);
    return found.kind === 'absent' ? undefined : conversation;
  }

  private async ofHandle(handle: string, signal: AbortSignal): Promise<ConversationId | undefined> {
    const conversation = `-;${handle}` as ConversationId;
    if (REACHABLE.test(handle)) return conversation;
    return (await this.chats.find(conversation, signal)).conversation;
  }
}

function keysOf({ conversation, rowId, identifier }: KnownChat): readonly string[] {
  const keys = [chatGuidKey(conversation), chatIdentifierKey(identifier)];
  return rowId === undefined ? keys : [...keys, chatRowKey(rowId)];
}
