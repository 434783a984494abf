import type { ConversationId, ConversationDetails } from '../../channels/index.js';
import { accessKeysOf, chatGuidKey, chatIdentifierKey, parseConversation, senderIdOf } from './id.js';

/** Tells from a conversation's id whether it is a group, or who the other person is. */
export function placeOf(id: ConversationId): ConversationDetails | undefined {
  const chat = parseConversation(id);
  if (!chat) return undefined;
  const { identifier } = chat;
  if (chat.separator === '+')
    return {
      conversation: { id, kind: 'group' },
      accessKeys: [chatGuidKey(id), chatIdentifierKey(identifier)],
    };
  const sender = senderIdOf(identifier);
  return {
    conversation: { id, kind: 'direct' },
    sender,
    accessKeys: accessKeysOf(sender, chat),
  };
}
