import type { ChannelId, ConversationId, RemoteMessageId, SenderId, ThreadId } from '../../channels/index.js';

export const WORKCHAT = 'workchat' as ChannelId;

const THREAD_SUFFIX = /;messageid=([^;]*)/i;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ACCOUNT = /^(?:28|29):[^\s]{1,255}$/;
/**
 * The platform's own ids are `a:…`, `19:…@thread.v2`, `19:…@thread.tacv2` (wire 1.1); the web-chat tester has others.
 */
const CONVERSATION = /^[^\s;/?#%]{1,250}$/;
/** Ids of older teams end in `@thread.skype`, for which others have `@thread.tacv2`. */
const OLD_THREAD = /@thread\.skype$/i;
const MAX_MESSAGE_ID = 256;

/** The parsed conversation id of an activity. */
export interface NamedPlace {
  /** Does not include the post; in the platform's spelling, because addresses contain it. */
  readonly conversation: ConversationId;
  /** The post of the thread; only in channels. */
  readonly root: ThreadId | undefined;
}

/** @returns undefined for an id that is not a conversation of the platform */
export function placeNamed(id: unknown): NamedPlace | undefined {
  if (typeof id !== 'string') return undefined;
  const base = baseOf(id);
  if (!isConversation(base)) return undefined;
  return { conversation: base as ConversationId, root: threadOf(THREAD_SUFFIX.exec(id)?.[1]) };
}

/** Identifies a conversation; its threads share the id. */
export const baseOf = (id: string): string => id.replace(THREAD_SUFFIX, '').trim();

export const isConversation = (id: string): boolean => isClean(id) && CONVERSATION.test(id);

/** `a:…` is the form of a personal chat with the bot, and of nothing else. */
export const isPersonal = (conversation: string): boolean => conversation.startsWith('a:');

/** The conversation including the post, as addresses need it (wire 3.2). */
export const addressOf = (conversation: ConversationId, root: ThreadId | undefined): string =>
  root === undefined ? conversation : `${conversation};messageid=${root}`;

/** The form for comparing places: two spellings of one place are equal (wire 10, row 14). */
export const comparablePlace = (id: string): string => baseOf(id).replace(OLD_THREAD, '@thread.tacv2');

export function threadOf(id: unknown): ThreadId | undefined {
  return messageIdOf(id) as ThreadId | undefined;
}

export function messageIdOf(id: unknown): RemoteMessageId | undefined {
  if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_MESSAGE_ID || !isClean(id))
    return undefined;
  return id.trim() as RemoteMessageId;
}

/** A person's directory id if the platform states it, else the account of the bot channel. */
export function senderOf(directoryId: unknown, account: unknown): SenderId | undefined {
  if (typeof directoryId === 'string' && GUID.test(directoryId)) return directoryId.toLowerCase() as SenderId;
  if (typeof account === 'string' && account !== '' && account.length <= 256 && isClean(account))
    return account as SenderId;
  return undefined;
}

/**
 * A person typed by an operator: a directory id or an account; undefined for names, which the directory must resolve.
 */
export function typedSender(text: string): SenderId | undefined {
  const bare = text.trim();
  return GUID.test(bare) || ACCOUNT.test(bare) ? senderOf(bare, bare) : undefined;
}

export const isGuid = (text: string): boolean => GUID.test(text);

export const conversationKey = (conversation: string): string =>
  `conversation:${comparablePlace(conversation)}`;

/**
 * Whether a path made of ids, not yet a URL, has `.` or `..` as a part: a URL resolves them in any encoding, so that
 * the call would go elsewhere. Every call to the platform is checked for it.
 */
export const leavesItsPath = (path: string): boolean =>
  /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path.split('?', 1)[0] ?? '');

/**
 * A lone surrogate or a NUL fits into no URL and no database, and `.` and `..` into no path, so such an id is invalid.
 */
const isClean = (id: string): boolean =>
  id.isWellFormed() && !id.includes('\0') && !/^\.{1,2}$/.test(id.trim());
