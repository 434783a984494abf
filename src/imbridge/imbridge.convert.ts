import type { AccountId, ConversationRef, InboundMessage, SenderId } from '../channels/index.js';
import { accessKeysOf, conversationOf, IMBRIDGE, inboxKeyOf, senderIdOf } from './imbridge.id.js';
import type { BridgeChat, BridgeMessage } from './imbridge.message.js';

/**
 * What a message row means for us.
 * - `own`: written by this account (an echo of ours, or typed on the phone): never a turn.
 * - `incomplete`: the bridge knows more than it said; ask it by guid once, then drop with the reason.
 */
export type Conversion =
  | { readonly kind: 'message'; readonly message: InboundMessage; readonly chat: BridgeChat }
  | { readonly kind: 'own' }
  | { readonly kind: 'incomplete'; readonly reason: 'no-chat' | 'unknown-sender' }
  | { readonly kind: 'dropped'; readonly reason: DropReason };

/** Stable names: they are counters. */
export type DropReason = 'not-a-message' | 'reaction' | 'empty' | 'uuid-text';

export interface ConvertContext {
  readonly account: AccountId;
  /** Our own addresses, as far as the bridge has told them. */
  readonly isOwnAddress: (sender: SenderId) => boolean;
  /** Stands in for a missing date, epoch ms. */
  readonly now: number;
  /** The row was fetched by the catch-up rather than announced. */
  readonly isLate: boolean;
}

/** Playing a voice note on macOS 26 makes a row whose text is just a UUID (wire 3.4). */
const ONE_UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Pure. Decides by type, flags and ids, never by names or wording. */
export function convert(row: BridgeMessage, context: ConvertContext): Conversion {
  // The tempGuid is ours, so its echo is too, whatever the flag says.
  if (row.isFromMe || row.tempGuid !== undefined) return { kind: 'own' };
  const reason = dropReason(row);
  if (reason) return { kind: 'dropped', reason };
  if (!row.chat) return { kind: 'incomplete', reason: 'no-chat' };
  const sender = senderIdOf(row.address ?? directPeer(row.chat) ?? '');
  if (sender === '') return { kind: 'incomplete', reason: 'unknown-sender' };
  return { kind: 'message', chat: row.chat, message: toMessage(row, row.chat, { ...context, sender }) };
}

function dropReason(row: BridgeMessage): DropReason | undefined {
  if (row.itemType !== 0) return 'not-a-message';
  if (row.isAssociated) return 'reaction';
  if (row.attachments.length > 0) return undefined;
  if (row.text === '') return 'empty';
  return ONE_UUID.test(row.text) ? 'uuid-text' : undefined;
}

/** In a direct chat the chat is named after the other side; in a group nobody may be guessed (wire 6.1 row 10). */
function directPeer(chat: BridgeChat): string | undefined {
  return chat.separator === '-' ? chat.identifier : undefined;
}

function toMessage(
  row: BridgeMessage,
  chat: BridgeChat,
  context: ConvertContext & { sender: SenderId },
): InboundMessage {
  const { sender } = context;
  return {
    kind: 'message',
    channel: IMBRIDGE,
    account: context.account,
    inboxKey: inboxKeyOf(row.guid),
    conversation: conversationRef(chat),
    sender: { id: sender, isSelf: context.isOwnAddress(sender) },
    messageId: row.guid,
    text: row.text,
    attachments: row.attachments,
    ...(row.thread === undefined ? {} : { replyTo: row.thread }),
    occurredAt: row.createdAt ?? context.now,
    isLate: context.isLate,
    accessKeys: accessKeysOf(sender, chat, chat.rowId),
  };
}

function conversationRef(chat: BridgeChat): ConversationRef {
  const kind = chat.separator === '+' ? 'group' : 'direct';
  const name = chat.displayName === undefined ? {} : { name: chat.displayName };
  return { id: conversationOf(chat), kind, ...name };
}
