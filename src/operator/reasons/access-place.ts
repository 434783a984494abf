import {
  type AccountId,
  type ChannelConnector,
  type ConversationDetails,
  type ConversationId,
  describesConversations,
  findsPlaces,
  type InboundMessage,
  notASender,
  type RemoteMessageId,
  type SenderId,
  senderKeyOf,
  typedSender,
} from '../../channels/index.js';
import { GatehouseError } from '../../common/index.js';

/** Someone, and where they would write. */
export interface AccessPlace {
  readonly account: AccountId;
  readonly sender: SenderId;
  readonly details: ConversationDetails;
}

/**
 * The sender as their messages carry it.
 * @throws GatehouseError INVALID_REQUEST for a text that cannot be a sender of the channel
 */
export function senderIn(connector: ChannelConnector, account: AccountId, text: string): SenderId {
  const sender = typedSender(connector, account, text);
  if (sender !== undefined) return sender;
  throw notASender();
}

/**
 * The place as its events describe it; a direct chat that no one has seen is known by its person alone.
 * @throws GatehouseError INVALID_REQUEST for a conversation that the channel cannot have, or that is someone else's
 */
export async function detailsOf(
  connector: ChannelConnector,
  { account, sender }: Pick<AccessPlace, 'account' | 'sender'>,
  conversation?: ConversationId,
): Promise<ConversationDetails> {
  const found = findsPlaces(connector)
    ? await connector.placeFor(account, sender, conversation)
    : conversation && described(connector, account, conversation);
  if (!found && conversation !== undefined)
    throw GatehouseError.invalidField('conversation_id', 'does not match a conversation of this channel');
  const details = found ?? { conversation: { id: '' as ConversationId, kind: 'direct' }, accessKeys: [] };
  // A direct chat may be known without its person.
  const isOfOther = details.conversation.kind === 'direct' && (details.sender ?? sender) !== sender;
  if (isOfOther) throw GatehouseError.invalidField('conversation_id', 'is a direct chat with another person');
  return details;
}

const described = (connector: ChannelConnector, account: AccountId, conversation: ConversationId) =>
  describesConversations(connector) ? connector.describeConversation(account, conversation) : undefined;

/** A message that the sender might write there now; it is judged, and never stored. */
export const messageFrom = (
  { channel }: ChannelConnector,
  { account, sender, details }: AccessPlace,
  now: number,
): InboundMessage => ({
  kind: 'message',
  channel,
  account,
  inboxKey: '',
  messageId: '' as RemoteMessageId,
  conversation: details.conversation,
  sender: { id: sender, isSelf: false },
  text: '',
  attachments: [],
  occurredAt: now,
  isLate: false,
  accessKeys: [...new Set([senderKeyOf(sender), ...details.accessKeys])],
});
