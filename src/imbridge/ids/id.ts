import {
  type ChannelId,
  type ConversationId,
  type MessageRef,
  type RemoteMessageId,
  type SenderId,
  senderKeyOf,
} from '../../channels/index.js';
import { canonicalName } from '../../common/index.js';
import { normaliseHandle } from './handle.js';

export const IMBRIDGE = 'imbridge' as ChannelId;

/** The two kinds of chat in a guid: `-` direct, `+` group (wire 4.3). */
export type ChatSeparator = '-' | '+';

/** A chat guid `service;±;identifier` taken apart. */
export interface ChatGuid {
  /** In the bridge's spelling: `iMessage`, `SMS`, `RCS`, `any` (macOS 26), … Only an alias, never an identity. */
  readonly service: string;
  readonly separator: ChatSeparator;
  readonly identifier: string;
}

const GUID = /^([A-Za-z0-9]{1,32});([+-]);(.{1,256})$/s;
const CONVERSATION = /^(?:(SMS|RCS);)?([+-]);(.{1,256})$/s;
/** Services whose direct chats are conversations of their own, besides the iMessage chat with the same address. */
const APART = ['SMS', 'RCS'] as const;
type ServiceApart = (typeof APART)[number];
const ANY_SERVICE = 'any';
const MAX_MESSAGE_GUID = 512;
const SERVICES = ['any', 'iMessage', 'SMS', 'RCS'] as const;

/** The `style` of a group in a chat's record. */
const GROUP_STYLE = 43;
/** A group's identifier. No phone number is like it, and names of SMS services have eleven characters at most. */
const GROUP_IDENTIFIER = /^chat\d{8,}$/;

/**
 * A group may be named `any;-;chat…` (wire 15), so its record's style and its identifier count before the separator.
 * @param style of the chat's record, if there is one
 */
export function parseChatGuid(guid: string, style?: unknown): ChatGuid | undefined {
  if (!isCleanId(guid)) return undefined;
  const [, service, separator, identifier] = GUID.exec(guid.trim()) ?? [];
  if (service === undefined || identifier === undefined) return undefined;
  const isGroup = separator === '+' || style === GROUP_STYLE || GROUP_IDENTIFIER.test(identifier);
  return { service, separator: isGroup ? '+' : '-', identifier };
}

/** A chat without a named service is an iMessage chat. */
type ChatName = Pick<ChatGuid, 'separator' | 'identifier'> & Partial<Pick<ChatGuid, 'service'>>;

type ConversationName = Omit<ChatName, 'service'> & { readonly service?: ServiceApart };

/**
 * The target of an answer: `-;+12025550143`, `SMS;-;+12025550143`, `+;chat28…`. The same number can be written to in
 * two chats, by iMessage and by SMS, so SMS stays part of the id (wire 6.2 row 21). Any other service name is only an
 * alias and is left out: `iMessage;-;X` becomes `any;-;X` when the Mac moves to macOS 26, and must stay the same
 * conversation (wire 4.3). A group is identified by its identifier alone.
 */
export function conversationOf(chat: ChatName): ConversationId {
  const service = chat.separator === '-' ? serviceApart(chat.service) : undefined;
  return `${service === undefined ? '' : `${service};`}${chatKeyOf(chat)}` as ConversationId;
}

/** The chat without its service, as allowlists name it, because access does not depend on the service. */
export const chatKeyOf = (chat: ChatName): string => `${chat.separator};${normaliseIdentifier(chat)}`;

/** @returns undefined for a string that is not from `conversationOf` */
export function parseConversation(id: ConversationId): ConversationName | undefined {
  const [, service, separator, identifier] = CONVERSATION.exec(id) ?? [];
  if (identifier === undefined) return undefined;
  const apart = serviceApart(service);
  return { ...(apart && { service: apart }), separator: separator === '+' ? '+' : '-', identifier };
}

const GROUP_CONVERSATION = /^(?:(?:SMS|RCS);)?\+;/;

/** Whether it is a conversation of several people. */
export const isGroupConversation = (id: ConversationId): boolean => GROUP_CONVERSATION.test(id);

/**
 * Composes a guid for a conversation that the bridge has not reported. A last resort, because the bridge may spell it
 * differently.
 * @param service a service whose chats are not conversations of their own
 */
export function composeChatGuid(conversation: ConversationId, service: string): string {
  const chat = parseConversation(conversation);
  const isNamed = chat?.service !== undefined && service !== ANY_SERVICE;
  return isNamed ? conversation : `${service};${conversation.replace(/^(?:SMS|RCS);/, '')}`;
}

/** Whether the bridge may use this guid for the conversation; macOS 26 uses `any` for all services. */
export function mayBeCalled(conversation: ConversationId, guid: string): boolean {
  const wanted = parseConversation(conversation);
  const chat = parseChatGuid(guid, wanted?.separator === '+' ? GROUP_STYLE : undefined);
  if (!chat || !wanted || chatKeyOf(chat) !== chatKeyOf(wanted)) return false;
  return chat.service.toLowerCase() === ANY_SERVICE || conversationOf(chat) === conversationOf(wanted);
}

const serviceApart = (service: string | undefined): ServiceApart | undefined =>
  APART.find((each) => each.toLowerCase() === service?.toLowerCase());

/** The other spelling of a guid the bridge does not know: `any` for a named service, `iMessage` for `any`. */
export function alternateChatGuid(guid: string): string | undefined {
  const chat = parseChatGuid(guid);
  if (!chat) return undefined;
  return withService(guid, chat.service === 'any' ? 'iMessage' : 'any');
}

/** Keeps the separator as the bridge writes it, which is not always that of the chat's kind. */
const withService = (guid: string, service: string): string =>
  service + guid.trim().slice(guid.trim().indexOf(';'));

/** Every guid under which the bridge may hold this chat's messages: the service is the part that changes. */
export function chatGuidSpellings(guid: string): readonly string[] {
  const chat = parseChatGuid(guid);
  if (!chat) return [guid];
  const others = SERVICES.map((service) => withService(guid, service));
  return [...new Set([guid, ...others])];
}

/** The bare guid of a message, upper-case as the bridge writes it; undefined when it can't be one. */
export function messageIdOf(guid: unknown): RemoteMessageId | undefined {
  if (typeof guid !== 'string' || !isCleanId(guid)) return undefined;
  const bare = guid.trim().toUpperCase();
  return bare === '' || bare.length > MAX_MESSAGE_GUID ? undefined : (bare as RemoteMessageId);
}

/** `p:2/GUID` names a part of a message, `bp:GUID` a balloon (wire 3.3); models repeat both forms. */
export function readMessageId(text: string): Pick<MessageRef, 'messageId' | 'part'> {
  const [, part, guid = text] = /^(?:p:(\d{1,4})\/|bp:)?(.+)$/is.exec(text.trim()) ?? [];
  const messageId = messageIdOf(guid) ?? (text as RemoteMessageId);
  return part === undefined ? { messageId } : { messageId, part: Number(part) };
}

/** One key per message for the inbox: a message announced twice, or again after days, has the same one. */
export function inboxKeyOf(message: RemoteMessageId): string {
  return `msg:${message}`;
}

/**
 * The inbox key of an edit. An edit is identified by its time, which stays the same when later receipts repeat the
 * edit.
 */
export function editKeyOf(message: RemoteMessageId, editedAt: number): string {
  return `edit:${message}:${editedAt}`;
}

/** The inbox key of files that arrive after their message; `count` is the number of its files so far. */
export function filesKeyOf(message: RemoteMessageId, count: number): string {
  return `files:${message}:${count}`;
}

/** The inbox key of a card of an iMessage app. */
export function cardKeyOf(message: RemoteMessageId): string {
  return `card:${message}`;
}

/** The inbox key of an unsend, which happens to a message only once. */
export function unsentKeyOf(message: RemoteMessageId): string {
  return `unsent:${message}`;
}

/** A lone surrogate or a NUL fits into no URL and no database, so such an id is invalid. */
const isCleanId = (id: string): boolean => id.isWellFormed() && !id.includes('\0');

export function senderIdOf(address: string): SenderId {
  return normaliseHandle(address) as SenderId;
}

export const chatRowKey = (rowId: number): string => `chat_id:${rowId}`;
export const chatGuidKey = (chatKey: string): string => `chat_guid:${chatKey}`;
export const chatIdentifierKey = (identifier: string): string =>
  `chat_identifier:${normaliseHandle(identifier)}`;

/** All keys by which an allowlist may admit this message; `compileAllowList` makes the same keys from its entries. */
export function accessKeysOf(sender: SenderId, chat: ChatName, rowId?: number): readonly string[] {
  const keys = [senderKeyOf(sender), chatGuidKey(chatKeyOf(chat)), chatIdentifierKey(chat.identifier)];
  return rowId === undefined ? keys : [...keys, chatRowKey(rowId)];
}

function normaliseIdentifier(chat: Pick<ChatGuid, 'separator' | 'identifier'>): string {
  return chat.separator === '-' ? normaliseHandle(chat.identifier) : canonicalName(chat.identifier.trim());
}
