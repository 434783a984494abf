import type { RemoteMessageId, ThreadId } from '../../../channels/index.js';
import type { Reference } from '../references/references.js';
import { type ListParts, personalChat } from './messages.js';

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
  const { conversation, kind, person } = reference;
  const id = encodeURIComponent(messageId);
  if (kind !== 'channel') {
    const chat = kind === 'direct' ? personalChat(conversation, person?.aadObjectId, appId) : conversation;
    return `chats/${encodeURIComponent(chat)}/messages/${id}`;
  }
  const posts = `teams/${await groupOf(reference)}/channels/${encodeURIComponent(conversation)}/messages`;
  const isReply = root !== undefined && String(root) !== String(messageId);
  return isReply ? `${posts}/${encodeURIComponent(root)}/replies/${id}` : `${posts}/${id}`;
}
