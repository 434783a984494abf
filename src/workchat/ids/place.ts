import {
  type ConversationDetails,
  type ConversationId,
  type SenderId,
  senderKeyOf,
} from '../../channels/index.js';
import { conversationKey, isPersonal } from './id.js';

const CHANNEL_THREAD = /@thread\.(?:tacv2|skype)$/i;
const PERSONAL_CHAT = /@unq\.gbl\.spaces$/i;

/**
 * Describes a place by the id of its conversation. The other person of a personal chat is not in the id; only received
 * messages tell it.
 */
export function placeOf(id: ConversationId, sender?: SenderId): ConversationDetails {
  const kind =
    isPersonal(id) || PERSONAL_CHAT.test(id) ? 'direct' : CHANNEL_THREAD.test(id) ? 'channel' : 'group';
  const keys = [conversationKey(id)];
  if (kind !== 'direct' || sender === undefined) return { conversation: { id, kind }, accessKeys: keys };
  return { conversation: { id, kind }, sender, accessKeys: [senderKeyOf(sender), ...keys] };
}
