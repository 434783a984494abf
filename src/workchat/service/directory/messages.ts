import type { ConversationId, RemoteMessageId, ThreadId } from '../../../channels/index.js';
import type { Reference } from '../references/references.js';
import { type Fields, fieldsOf, parseJson, recordsOf, textOf } from '../wire/json.js';
import { messageIdOf } from '../../ids/id.js';
import type { ApiUse } from './api-permissions.js';
import { DirectoryFailure } from './directory-failure.js';

/** The most a list of messages gives at once (wire 5.6). */
export const PAGE_MESSAGES = 50;
const SIZE = `$top=${PAGE_MESSAGES}`;

/** The path of a list, in pages of fewer. */
export const withSize = (path: string, size: number): string => path.replace(SIZE, `$top=${size}`);

/** Behind the path of a channel's list: its posts come with their replies. */
export const REPLIES_TOO = '&$expand=replies';

/** A list of messages, and what it takes to read it. */
export interface MessageList {
  readonly path: string;
  /** Path of the post a thread hangs below. */
  readonly post?: string;
  /** How far it is in the order of time: `strict` newest first, `rough` about so, or in no order anybody promises. */
  readonly order: 'strict' | 'rough' | 'none';
  /** The call that reading it is, for whoever has to grant it. */
  readonly use: ApiUse;
}

/** The ids that the lists of a place are read by. */
export interface ListParts {
  readonly appId: string;
  /** Directory group of the place's team; asked for channels only. @throws DirectoryFailure */
  readonly groupOf: (reference: Reference) => Promise<string>;
}

/** Messages of the place, or of one post's thread. @throws DirectoryFailure */
export async function messagesOf(
  reference: Reference,
  root: ThreadId | undefined,
  { appId, groupOf }: ListParts,
): Promise<MessageList> {
  if (reference.kind !== 'channel') return chatMessages(reference, appId);
  return channelMessages(reference, await groupOf(reference), root);
}

function channelMessages(
  { conversation }: Reference,
  group: string,
  root: ThreadId | undefined,
): MessageList {
  const posts = `teams/${group}/channels/${encodeURIComponent(conversation)}/messages`;
  const use = 'channel-messages';
  if (root === undefined) return { path: `${posts}?${SIZE}`, order: 'rough', use };
  const post = `${posts}/${encodeURIComponent(root)}`;
  return { post, path: `${post}/replies?${SIZE}`, order: 'none', use };
}

/** @throws DirectoryFailure where the directory knows the chat by a name that cannot be made */
function chatMessages({ conversation, kind, person }: Reference, appId: string): MessageList {
  const chat = kind === 'direct' ? personalChat(conversation, person?.aadObjectId, appId) : conversation;
  return {
    path: `chats/${encodeURIComponent(chat)}/messages?${SIZE}&$orderby=createdDateTime%20desc`,
    order: 'strict',
    use: messageUseOf(kind),
  };
}

/** The call that reading messages of such a place is. */
export const messageUseOf = (kind: Reference['kind']): ApiUse => MESSAGE_USES[kind];

const MESSAGE_USES = {
  channel: 'channel-messages',
  group: 'chat-messages',
  direct: 'personal-messages',
} as const;

/** The bot channel's own `a:…` is not known to the directory (wire 5.6). */
export function personalChat(
  conversation: ConversationId,
  person: string | undefined,
  appId: string,
): string {
  if (conversation.startsWith('19:')) return conversation;
  if (person === undefined)
    throw new DirectoryFailure('absent', 'the platform never told the directory ID of the person');
  return `19:${person.toLowerCase()}_${appId.toLowerCase()}@unq.gbl.spaces`;
}

/** A message as the directory tells of it (wire 5.6). */
export interface DirectoryMessage {
  readonly id: RemoteMessageId;
  /** By the directory's clock, epoch ms. */
  readonly createdAt: number;
  /** App that wrote it; undefined for people and for the platform itself. */
  readonly appId: string | undefined;
  readonly isDeleted: boolean;
  readonly html: string;
  /** Its Adaptive Cards. */
  readonly cards: readonly unknown[];
  /** Everything that is attached; what a card says comes as a text. */
  readonly attachments: readonly Fields[];
}

/** @returns undefined for an entry without the fields every message has */
export function readDirectoryMessage(entry: Fields): DirectoryMessage | undefined {
  const id = messageIdOf(entry.id);
  const createdAt = Date.parse(String(entry.createdDateTime));
  if (id === undefined || Number.isNaN(createdAt)) return undefined;
  const { content, contentType } = fieldsOf(entry.body);
  const text = typeof content === 'string' ? content : '';
  return {
    id,
    createdAt,
    appId: textOf(fieldsOf(fieldsOf(entry.from).application).id)?.toLowerCase(),
    isDeleted: textOf(entry.deletedDateTime) !== undefined,
    html: contentType === 'text' ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text,
    cards: recordsOf(entry.attachments).flatMap(cardIn),
    attachments: recordsOf(entry.attachments),
  };
}

function cardIn({ contentType, content }: Fields): readonly unknown[] {
  if (contentType !== 'application/vnd.microsoft.card.adaptive') return [];
  return [typeof content === 'string' ? parseJson(content)?.value : content];
}
