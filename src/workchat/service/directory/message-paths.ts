import type { ConversationId, RemoteMessageId, ThreadId } from '../../../channels/index.js';
import type { Reference } from '../references/references.js';
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
  const posts = postsIn(conversation, group);
  const use = 'channel-messages';
  if (root === undefined) return { path: `${posts}?${SIZE}`, order: 'rough', use };
  const post = `${posts}/${encodeURIComponent(root)}`;
  return { post, path: `${post}/replies?${SIZE}`, order: 'none', use };
}

/** @throws DirectoryFailure where the directory knows the chat by a name that cannot be made */
function chatMessages(reference: Reference, appId: string): MessageList {
  return {
    path: `${chatPath(reference, appId)}?${SIZE}&$orderby=createdDateTime%20desc`,
    order: 'strict',
    use: messageUseOf(reference.kind),
  };
}

/** The call that reading messages of such a place is. */
export const messageUseOf = (kind: Reference['kind']): ApiUse => MESSAGE_USES[kind];

const MESSAGE_USES = {
  channel: 'channel-messages',
  group: 'chat-messages',
  direct: 'personal-messages',
} as const;

/**
 * Path of one message of the place: a reply stands below its post, and the bot channel's own name of a personal chat is
 * not known there (wire 5.6).
 * @throws {DirectoryFailure} where that cannot be told
 */
export async function messagePath(
  reference: Reference,
  { root, messageId }: { readonly root: ThreadId | undefined; readonly messageId: RemoteMessageId },
  { appId, groupOf }: ListParts,
): Promise<string> {
  const id = encodeURIComponent(messageId);
  if (reference.kind !== 'channel') return `${chatPath(reference, appId)}/${id}`;
  const posts = postsIn(reference.conversation, await groupOf(reference));
  const isReply = root !== undefined && String(root) !== String(messageId);
  return isReply ? `${posts}/${encodeURIComponent(root)}/replies/${id}` : `${posts}/${id}`;
}

const postsIn = (conversation: ConversationId, group: string): string =>
  `teams/${group}/channels/${encodeURIComponent(conversation)}/messages`;

/** @throws DirectoryFailure where the directory knows the chat by a name that cannot be made */
function chatPath({ conversation, kind, person }: Reference, appId: string): string {
  const chat = kind === 'direct' ? personalChat(conversation, person?.aadObjectId, appId) : conversation;
  return `chats/${encodeURIComponent(chat)}/messages`;
}

/** The bot channel's own `a:…` is not known to the directory (wire 5.6). */
function personalChat(conversation: ConversationId, person: string | undefined, appId: string): string {
  if (conversation.startsWith('19:')) return conversation;
  if (person === undefined)
    throw new DirectoryFailure('absent', 'the platform never told the directory ID of the person');
  return `19:${person.toLowerCase()}_${appId.toLowerCase()}@unq.gbl.spaces`;
}
