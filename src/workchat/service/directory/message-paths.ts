import type { ConversationId, RemoteMessageId, ThreadId } from '../../../channels/index.js';
import type { Reference } from '../references/references.js';
import type { ApiUse } from './api-permissions.js';
import { DirectoryFailure } from './directory-failure.js';

/** The maximum page size of a list of messages (wire 5.6). */
export const PAGE_MESSAGES = 50;
const SIZE = `$top=${PAGE_MESSAGES}`;

/** The path of a list with smaller pages. */
export const withSize = (path: string, size: number): string => path.replace(SIZE, `$top=${size}`);

/** Appended to the path of a channel's list, so that posts include their replies. */
export const REPLIES_TOO = '&$expand=replies';

/** A list of messages, and the requirements for reading it. */
export interface MessageList {
  readonly path: string;
  /** The path of the post that begins the thread. */
  readonly post?: string;
  /** The order by time: `strict` is newest first, `rough` nearly so; `none` is not documented. */
  readonly order: 'strict' | 'rough' | 'none';
  /** The kind of call, which names the permission to grant. */
  readonly use: ApiUse;
}

/** The ids for reading the lists of a place. */
export interface ListParts {
  readonly appId: string;
  /** Directory group of the place's team; used for channels only. @throws DirectoryFailure */
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

/** @throws DirectoryFailure where the chat's id in the directory cannot be derived */
function chatMessages(reference: Reference, appId: string): MessageList {
  return {
    path: `${chatPath(reference, appId)}?${SIZE}&$orderby=createdDateTime%20desc`,
    order: 'strict',
    use: messageUseOf(reference.kind),
  };
}

/** The kind of call for reading messages of such a place. */
export const messageUseOf = (kind: Reference['kind']): ApiUse => MESSAGE_USES[kind];

const MESSAGE_USES = {
  channel: 'channel-messages',
  group: 'chat-messages',
  direct: 'personal-messages',
} as const;

/**
 * The path of one message of the place. A reply is below its post; the bot channel's own name of a personal chat is not
 * known to the directory (wire 5.6).
 * @throws {DirectoryFailure} where the path cannot be derived
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

/** @throws DirectoryFailure where the chat's id in the directory cannot be derived */
function chatPath({ conversation, kind, person }: Reference, appId: string): string {
  const chat = kind === 'direct' ? personalChat(conversation, person?.aadObjectId, appId) : conversation;
  return `chats/${encodeURIComponent(chat)}/messages`;
}

/** The directory's id of a personal chat; it does not know the bot channel's `a:…` (wire 5.6). */
function personalChat(conversation: ConversationId, person: string | undefined, appId: string): string {
  if (conversation.startsWith('19:')) return conversation;
  if (person === undefined)
    throw new DirectoryFailure('absent', 'the platform has not reported the directory ID of the person');
  return `19:${person.toLowerCase()}_${appId.toLowerCase()}@unq.gbl.spaces`;
}
