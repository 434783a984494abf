import type { ConversationId, ConversationDetails, SenderId } from '../../channels/index.js';
import { conversationKey, isPersonal, senderKey } from './id.js';

const CHANNEL_THREAD = /@thread\.(?:tacv2|skype)$/i;
const PERSONAL_CHAT = /@unq\.gbl\.spaces$/i;

/** The place that the id of a conversation tells; with whom a personal chat is, only what was heard from there tells. */
export function placeOf(id: ConversationId, sender?: SenderId): ConversationDetails {
  const kind =
    isPersonal(id) || PERSONAL_CHAT.test(id) ? 'direct' : CHANNEL_THREAD.test(id) ? 'channel' : 'group';
  const keys = [conversationKey(id)];
  if (kind !== 'direct' || sender === undefined) return { conversation: { id, kind }, accessKeys: keys };
  return { conversation: { id, kind }, sender, accessKeys: [senderKey(sender), ...keys] };
}
