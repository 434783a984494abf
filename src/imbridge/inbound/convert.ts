import type {
  AccountId,
  AttachmentRef,
  Change,
  ConversationRef,
  InboundMessage,
  InboundNotice,
  RemoteMessageId,
  SenderId,
  SenderRef,
} from '../../channels/index.js';
import type { DropReason } from './drop-reasons.js';
import { changeOf, isGroupChange } from './change.js';
import {
  accessKeysOf,
  cardKeyOf,
  conversationOf,
  editKeyOf,
  filesKeyOf,
  IMBRIDGE,
  inboxKeyOf,
  senderIdOf,
  unsentKeyOf,
} from '../ids/id.js';
import { effectNameOf } from '../service/messages/effects.js';
import {
  type BridgeChat,
  type BridgeFile,
  type BridgeMessage,
  type Mention,
  URL_BALLOON,
} from '../service/messages/message.js';

/**
 * The classification of a message row.
 * - `own`: written by this account (an echo of ours, or typed on the phone): never a turn.
 * - `incomplete`: the bridge has more data, or will in a moment; fetch it by guid.
 */
export type Conversion =
  | {
      readonly kind: 'event';
      readonly event: InboundMessage | InboundNotice;
      readonly chat: BridgeChat;
    }
  | { readonly kind: 'own' }
  | { readonly kind: 'incomplete'; readonly reason: IncompleteReason }
  | { readonly kind: 'dropped'; readonly reason: DropReason };

/** Counted as drops where nothing more comes. */
export type IncompleteReason =
  Extract<DropReason, 'no-chat' | 'unknown-sender' | 'unknown-participant'> | AwaitedReason;
/** The file may not be joined to the row yet (wire 3.4): the row has no content, or fewer parts than it states. */
export type AwaitedReason = Extract<DropReason, 'empty' | 'no-files'>;

export interface ConvertContext {
  readonly account: AccountId;
  /** Our own addresses, as far as the bridge has reported them. */
  readonly isOwnAddress: (sender: SenderId) => boolean;
  /** Whether the same words come from both sides of a direct chat, as in one with ourselves. */
  readonly isMirrored?: (chat: BridgeChat) => boolean;
  /** The address behind a handle's number, as far as we know. */
  readonly addressOf: (handle: number) => string | undefined;
  /** A person's name in the Mac's address book. */
  readonly nameOf?: (sender: SenderId) => string | undefined;
  /** Replaces a missing date, epoch ms. */
  readonly now: number;
  /** Whether the catch-up fetched the row. */
  readonly isLate: boolean;
  /** The message was forwarded before, so the row is now an edit of it. */
  readonly isEdit: boolean;
  /** No further data will come, so the row is taken as it is. */
  readonly isWhole: boolean;
  /** The target of a tapback in words, when it was found. */
  readonly quoted?: RemoteMessageId;
}

/** Playing a voice note on macOS 26 makes a row whose text is just a UUID (wire 3.4). */
const ONE_UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Pure. Decides by type, flags and ids, never by names or wording. */
export function convert(row: BridgeMessage, context: ConvertContext): Conversion {
  // The tempGuid is ours, so its echo is too, whatever the flag says.
  if (row.isFromMe || row.tempGuid !== undefined) return { kind: 'own' };
  const awaited = context.isWhole ? undefined : awaitedReason(row);
  if (awaited) return { kind: 'incomplete', reason: awaited };
  const reason = dropReason(row);
  if (reason) return { kind: 'dropped', reason };
  if (!row.chat) return { kind: 'incomplete', reason: 'no-chat' };
  const sender = senderIdOf(row.address ?? directPeer(row.chat) ?? '');
  if (sender === '') return { kind: 'incomplete', reason: 'unknown-sender' };
  const happened = happenedOf(row, row.chat, { ...context, sender });
  if (isText(row) && !context.isEdit)
    return { kind: 'event', chat: row.chat, event: { ...happened, ...messageOf(row, context) } };
  const change = changeOf(row, happened.sender, context);
  if (!change) return { kind: 'incomplete', reason: 'unknown-participant' };
  const inboxKey = noticeKeyOf(row, change);
  const event = { ...happened, kind: 'notice', inboxKey, change, ...pictureOf(row) } as const;
  return { kind: 'event', chat: row.chat, event };
}

/** Only messages can be awaited: an edit removes parts, and balloons and changes of the chat have none. */
function awaitedReason(row: BridgeMessage): AwaitedReason | undefined {
  const { partCount = 1, attachments, text, subject, editedAt } = row;
  const isMessage =
    row.itemType === 0 && !row.isAssociated && row.balloon === undefined && row.card === undefined;
  if (!isMessage || attachments.length > 0 || editedAt !== undefined || partCount < 1) return undefined;
  if (text === '' && subject === undefined) return 'empty';
  return partCount > 1 ? 'no-files' : undefined;
}

function dropReason(row: BridgeMessage): DropReason | undefined {
  if (row.itemType !== 0) return isGroupChange(row) ? undefined : 'not-a-message';
  if (row.card !== undefined) return undefined;
  if (row.isAssociated) return row.tapback ? undefined : 'balloon';
  if (row.isUnsent || row.attachments.length > 0) return undefined;
  if (row.text === '' && row.balloon !== undefined) return 'balloon';
  if (row.text === '' && row.subject === undefined) return 'empty';
  return ONE_UUID.test(row.text) ? 'uuid-text' : undefined;
}

/** Whether it is a message written by a person. */
export const isText = ({ itemType, tapback, plainTapback, isUnsent, card }: BridgeMessage): boolean =>
  itemType === 0 && !tapback && !plainTapback && !isUnsent && card === undefined;

/**
 * The inbox key of a change. The row of a change has a key like a message; an edit shares its row with the message, and
 * so does a card, whose files may be joined to the row later and make it a message.
 */
function noticeKeyOf({ guid, editedAt = 0 }: BridgeMessage, { type }: Change): string {
  if (type === 'edited') return editKeyOf(guid, editedAt);
  if (type === 'shared') return cardKeyOf(guid);
  return type === 'unsent' ? unsentKeyOf(guid) : inboxKeyOf(guid);
}

/**
 * The sender of a message in a direct chat, which is named after the other person. In a group the sender must not be
 * guessed (wire 6.1 row 10).
 */
function directPeer(chat: BridgeChat): string | undefined {
  return chat.separator === '-' ? chat.identifier : undefined;
}

/** The longest delay of a link's preview after its text (wire E27). */
const BALLOON_MS = 2_500;
/** Apple shows a link at the end of a text as a balloon, which is a separate message. */
const ENDS_WITH_LINK = /https?:\/\/\S+$/i;

/** A text and the balloon of its link form one message; a text without a link does not wait. */
function linkOf({
  balloon,
  service,
  text,
}: BridgeMessage): Pick<InboundMessage, 'awaitsMs' | 'continuesWithinMs'> {
  if (balloon === URL_BALLOON) return { continuesWithinMs: BALLOON_MS };
  return service === 'iMessage' && ENDS_WITH_LINK.test(text) ? { awaitsMs: BALLOON_MS } : {};
}

/** The text without a mention of us at its beginning (wire 3.3). */
function saidTo({ text, mentions = [] }: BridgeMessage, isUs: (mention: Mention) => boolean): string {
  const first = mentions.find((each) => each.start === 0 && isUs(each));
  return first ? text.slice(first.length).replace(/^[\s,:;]+/u, '') : text;
}

function messageOf(
  row: BridgeMessage,
  { isOwnAddress }: ConvertContext,
): Pick<
  InboundMessage,
  | 'kind'
  | 'inboxKey'
  | 'messageId'
  | 'text'
  | 'attachments'
  | 'replyTo'
  | 'subject'
  | 'effect'
  | 'covers'
  | 'mentionsUs'
> {
  const files = row.attachments.length;
  const isUs = ({ address }: Mention) => isOwnAddress(senderIdOf(address));
  return {
    kind: 'message',
    inboxKey: inboxKeyOf(row.guid),
    messageId: row.guid,
    text: saidTo(row, isUs),
    attachments: row.attachments.map(fileOf),
    ...(files === 0 ? {} : { covers: [filesKeyOf(row.guid, files)] }),
    ...(row.thread === undefined ? {} : { replyTo: row.thread }),
    ...linkOf(row),
    ...(row.mentions?.some(isUs) ? { mentionsUs: true } : {}),
    ...(row.subject === undefined ? {} : { subject: row.subject }),
    ...effectOf(row.effectId),
  };
}

/** A sticker is a reaction, but brings a picture too. */
const pictureOf = ({ tapback, attachments }: BridgeMessage): Pick<InboundNotice, 'attachments'> =>
  tapback?.isRemoved === false && attachments.length > 0 ? { attachments: attachments.map(fileOf) } : {};

/** Replaces a recording's own name, which does not say that it is a voice message. */
function fileOf({ voiceMemo, ...file }: BridgeFile): AttachmentRef {
  if (!voiceMemo) return file;
  const { seconds } = voiceMemo;
  const length = seconds === undefined ? '' : ` of ${Math.max(1, Math.round(seconds))} s`;
  const ending = /\.[a-z0-9]{1,4}$/i.exec(file.name)?.[0] ?? '';
  return { ...file, name: `voice memo${length}${ending}` };
}

/** An effect without a name is left out, because its id is meaningless to people. */
function effectOf(id: string | undefined): Pick<InboundMessage, 'effect'> {
  const effect = id === undefined ? undefined : effectNameOf(id);
  return effect === undefined ? {} : { effect };
}

function happenedOf(
  row: BridgeMessage,
  chat: BridgeChat,
  context: ConvertContext & { readonly sender: SenderId },
): Omit<InboundNotice, 'kind' | 'change' | 'inboxKey'> {
  const { sender, isEdit, isMirrored } = context;
  const isChange = isEdit || row.isUnsent;
  const at = isChange ? row.editedAt : row.createdAt;
  return {
    channel: IMBRIDGE,
    account: context.account,
    conversation: conversationRef(chat),
    sender: {
      ...senderRef(sender, context),
      ...(chat.separator === '-' && isMirrored?.(chat) ? { isSelf: true } : {}),
      ...(row.isAutoReply ? { isBot: true } : {}),
    },
    occurredAt: at ?? context.now,
    isLate: context.isLate,
    accessKeys: accessKeysOf(sender, chat, chat.rowId),
    // The change of a message does not stand for the message, which may not have come yet.
    ...(row.rowId === undefined || isChange ? {} : { sequence: row.rowId }),
  };
}

function senderRef(id: SenderId, { isOwnAddress, nameOf }: ConvertContext): SenderRef {
  const name = nameOf?.(id);
  return { id, isSelf: isOwnAddress(id), ...(name === undefined ? {} : { name }) };
}

/** The chat in the form that inbound events use. */
export function conversationRef(chat: BridgeChat): ConversationRef {
  const kind = chat.separator === '+' ? 'group' : 'direct';
  const name = chat.displayName === undefined ? {} : { name: chat.displayName };
  return { id: conversationOf(chat), kind, ...name };
}
