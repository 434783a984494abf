import type { ChannelId, ConversationId, MessageRef, RemoteMessageId, SenderId } from '../channels/index.js';
import { canonicalName } from '../common/index.js';
import { normaliseHandle } from './imbridge.handle.js';

export const IMBRIDGE = 'imbridge' as ChannelId;

/** The two kinds of chat in a guid: `-` direct, `+` group. The authoritative test (wire 4.3). */
export type ChatSeparator = '-' | '+';

/** A chat guid `service;±;identifier` taken apart. */
export interface ChatGuid {
  /** As the bridge wrote it: `iMessage`, `SMS`, `RCS`, `any` (macOS 26), … Only an alias, never an identity. */
  readonly service: string;
  readonly separator: ChatSeparator;
  readonly identifier: string;
}

const GUID = /^([A-Za-z0-9]{1,32});([+-]);(.{1,256})$/s;
const CONVERSATION = /^([+-]);(.{1,256})$/s;
const MAX_MESSAGE_GUID = 512;
const SERVICES = ['any', 'iMessage', 'SMS', 'RCS'] as const;

export function parseChatGuid(guid: string): ChatGuid | undefined {
  if (!isCleanId(guid)) return undefined;
  const [, service, separator, identifier] = GUID.exec(guid.trim()) ?? [];
  if (service === undefined || identifier === undefined) return undefined;
  return { service, separator: separator === '+' ? '+' : '-', identifier };
}

/**
 * The service-less identity of a chat, `-;+12025550143` or `+;chat28…`: the same conversation changes from
 * `iMessage;-;X` to `any;-;X` when the Mac moves to macOS 26, and must stay the same for us (wire 4.3).
 */
export function conversationOf(chat: Pick<ChatGuid, 'separator' | 'identifier'>): ConversationId {
  return `${chat.separator};${normaliseIdentifier(chat)}` as ConversationId;
}

/** @returns undefined for a string that no `conversationOf` made. */
export function parseConversation(id: ConversationId): Omit<ChatGuid, 'service'> | undefined {
  const [, separator, identifier] = CONVERSATION.exec(id) ?? [];
  if (identifier === undefined) return undefined;
  return { separator: separator === '+' ? '+' : '-', identifier };
}

/** A guid for a conversation that the bridge has not told us about. Last resort: it may be spelt otherwise there. */
export function composeChatGuid(conversation: ConversationId, service: string): string {
  return `${service};${conversation}`;
}

/** The other spelling of a guid the bridge does not know: `any` for a named service, `iMessage` for `any`. */
export function alternateChatGuid(guid: string): string | undefined {
  const chat = parseChatGuid(guid);
  if (!chat) return undefined;
  return `${chat.service === 'any' ? 'iMessage' : 'any'};${chat.separator};${chat.identifier}`;
}

/** Every guid under which the bridge may hold this chat's messages: the service is the part that changes. */
export function chatGuidSpellings(guid: string): readonly string[] {
  const chat = parseChatGuid(guid);
  if (!chat) return [guid];
  const others = SERVICES.map((service) => `${service};${chat.separator};${chat.identifier}`);
  return [...new Set([guid, ...others])];
}

/** The bare guid of a message, upper-case as the bridge writes it; undefined when it can't be one. */
export function messageIdOf(guid: unknown): RemoteMessageId | undefined {
  if (typeof guid !== 'string' || !isCleanId(guid)) return undefined;
  const bare = guid.trim().toUpperCase();
  return bare === '' || bare.length > MAX_MESSAGE_GUID ? undefined : (bare as RemoteMessageId);
}

/** `p:2/GUID` names a part of a message, `bp:GUID` a balloon (wire 3.3); models repeat what they see of either. */
export function readMessageId(text: string): Pick<MessageRef, 'messageId' | 'part'> {
  const [, part, guid = text] = /^(?:p:(\d{1,4})\/|bp:)?(.+)$/is.exec(text.trim()) ?? [];
  const messageId = messageIdOf(guid) ?? (text as RemoteMessageId);
  return part === undefined ? { messageId } : { messageId, part: Number(part) };
}

/** One key per message for the inbox: a message announced twice, or again after days, has the same one. */
export function inboxKeyOf(message: RemoteMessageId): string {
  return `msg:${message}`;
}

/** An edit has a time; the same edit told with every receipt has the same one. */
export function editKeyOf(message: RemoteMessageId, editedAt: number): string {
  return `edit:${message}:${editedAt}`;
}

/** A message is taken back once. */
export function unsentKeyOf(message: RemoteMessageId): string {
  return `unsent:${message}`;
}

/** Half a character or a NUL can stand in no URL and no database: such an id is nobody's. */
const isCleanId = (id: string): boolean => id.isWellFormed() && !id.includes('\0');

export function senderIdOf(address: string): SenderId {
  return normaliseHandle(address) as SenderId;
}

export const senderKey = (sender: string): string => `sender:${sender}`;
export const chatRowKey = (rowId: number): string => `chat_id:${rowId}`;
export const chatGuidKey = (conversation: ConversationId): string => `chat_guid:${conversation}`;
export const chatIdentifierKey = (identifier: string): string =>
  `chat_identifier:${normaliseHandle(identifier)}`;

/** Everything an allowlist may name this message by; the other side is `compileAllowList`. */
export function accessKeysOf(sender: SenderId, chat: ChatGuid, rowId?: number): readonly string[] {
  const keys = [senderKey(sender), chatGuidKey(conversationOf(chat)), chatIdentifierKey(chat.identifier)];
  return rowId === undefined ? keys : [...keys, chatRowKey(rowId)];
}

function normaliseIdentifier(chat: Pick<ChatGuid, 'separator' | 'identifier'>): string {
  return chat.separator === '-' ? normaliseHandle(chat.identifier) : canonicalName(chat.identifier.trim());
}
