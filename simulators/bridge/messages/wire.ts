import { DIRECT } from './store.js';
import type { AttachmentRow, ChatRow, HandleRow, MessageRow } from '../common/types.js';

type Json = Record<string, unknown>;

/** Optional parts of a webhook's message. */
export interface WebhookForm {
  /** `updated-message` has no `chats`. */
  readonly chats: boolean;
  /** Only participant and icon events have them. */
  readonly participants?: boolean;
  readonly tempGuid?: string | undefined;
}

/** Parts of a REST answer that `with=` requests. */
export interface RestForm {
  readonly chats?: boolean;
  readonly participants?: 'all' | 'groups' | false;
  readonly attachments?: boolean;
  readonly attachmentMetadata?: boolean;
  readonly attributedBody?: boolean;
  readonly messageSummaryInfo?: boolean;
  readonly payloadData?: boolean;
  readonly convertAttachments?: boolean;
}

/** Attachments that the database shows now: none until the file rows are joined. */
export function joinedAttachments(row: MessageRow): AttachmentRow[] {
  return Date.now() >= row.attachmentsJoinedAt ? row.attachments : [];
}

/** A message in a webhook (imbridge-wire 3.3), keys in the order of the server. */
export function webhookMessage(row: MessageRow, form: WebhookForm): Json {
  return {
    ...headFields(row),
    attachments: joinedAttachments(row).map((each) => ({ ...attachmentCore(each, true) })),
    ...middleFields(row),
    ...(form.chats ? { chats: [messageChat(row.chat, form.participants ?? false)] } : {}),
    messageSummaryInfo: null,
    payloadData: null,
    ...tailFields(row),
    ...(form.tempGuid === undefined ? {} : { tempGuid: form.tempGuid }),
  };
}

/** A message in the full REST form (imbridge-wire 3.3). */
export function restMessage(row: MessageRow, form: RestForm): Json {
  const withParticipants =
    form.participants === 'all' || (form.participants === 'groups' && row.chat.style !== DIRECT);
  const attachments = form.attachments ? joinedAttachments(row) : [];
  return {
    ...headFields(row),
    attributedBody: form.attributedBody ? attributedBody(row) : null,
    attachments: attachments.map((each) => restAttachment(each, form)),
    ...middleFields(row),
    chats: form.chats ? [messageChat(row.chat, withParticipants)] : [],
    messageSummaryInfo: form.messageSummaryInfo ? [] : null,
    payloadData: form.payloadData && row.hasPayloadData ? [] : null,
    ...tailFields(row),
    ...restOnlyFields(row),
  };
}

/** A chat in a REST answer (imbridge-wire 2.7). */
export function restChat(chat: ChatRow, withParticipants: boolean): Json {
  return {
    originalROWID: chat.originalROWID,
    guid: chat.guid,
    participants: withParticipants ? chat.participants.map(handleJson) : [],
    style: chat.style,
    chatIdentifier: chat.chatIdentifier,
    isArchived: chat.isArchived,
    displayName: chat.displayName,
    isFiltered: false,
    groupId: chat.chatIdentifier,
    properties: null,
    lastAddressedHandle: chat.lastAddressedHandle,
  };
}

export const handleJson = (handle: HandleRow): Json => ({ ...handle });

export function restAttachment(row: AttachmentRow, form: RestForm): Json {
  const core = attachmentCore(row, form.convertAttachments ?? false);
  if (!form.attachmentMetadata) delete core.metadata;
  return {
    ...core,
    ...(form.attachmentMetadata ? {} : { height: 0, width: 0 }),
    transferState: 5,
    isOutgoing: row.isOutgoing,
    hideAttachment: row.hideAttachment,
    isSticker: row.isSticker,
    originalGuid: row.guid,
    hasLivePhoto: false,
  };
}

/**
 * Type and name that the bridge reports for a converted file: HEIC, HEIF and TIFF become JPEG with `.jpeg`
 * appended, CAF becomes MP3. The sizes stay those of the original.
 */
export function converted(row: AttachmentRow): { mimeType: string | null; transferName: string } {
  if (/^image\/(heic|heif|tiff)$/i.test(row.mimeType ?? '')) {
    return { mimeType: 'image/jpeg', transferName: `${row.transferName}.jpeg` };
  }
  if (/^audio\/x-caf$/i.test(row.mimeType ?? '') || row.uti === 'com.apple.coreaudio-format') {
    return { mimeType: 'audio/mp3', transferName: `${row.transferName.replace(/\.caf$/i, '.mp3')}.mp3` };
  }
  return { mimeType: row.mimeType, transferName: row.transferName };
}

function attachmentCore(row: AttachmentRow, convert: boolean): Json {
  const shown = convert ? converted(row) : row;
  return {
    originalROWID: row.originalROWID,
    guid: row.guid,
    uti: row.uti,
    mimeType: shown.mimeType,
    transferName: shown.transferName,
    totalBytes: row.totalBytes,
    height: row.height,
    width: row.width,
    metadata: row.metadata,
  };
}

function messageChat(chat: ChatRow, withParticipants: boolean): Json {
  return {
    originalROWID: chat.originalROWID,
    guid: chat.guid,
    style: chat.style,
    chatIdentifier: chat.chatIdentifier,
    isArchived: chat.isArchived,
    displayName: chat.displayName,
    ...(withParticipants ? { participants: chat.participants.map(handleJson) } : {}),
  };
}

function headFields(row: MessageRow): Json {
  return {
    originalROWID: row.originalROWID,
    guid: row.guid,
    text: row.text,
    attributedBody: null,
    handle: row.handle && handleJson(row.handle),
    handleId: row.handle?.originalROWID ?? 0,
    otherHandle: row.otherHandle,
  };
}

function middleFields(row: MessageRow): Json {
  return {
    subject: row.subject,
    error: row.error,
    dateCreated: row.dateCreated,
    dateRead: row.dateRead,
    dateDelivered: row.dateDelivered,
    isDelivered: row.isDelivered,
    isFromMe: row.isFromMe,
    hasDdResults: row.hasDdResults,
    isArchived: false,
    itemType: row.itemType,
    groupTitle: row.groupTitle,
    groupActionType: row.groupActionType,
    balloonBundleId: row.balloonBundleId,
    associatedMessageGuid: row.associatedMessageGuid,
    associatedMessageType: row.associatedMessageType,
    expressiveSendStyleId: row.expressiveSendStyleId,
    threadOriginatorGuid: row.threadOriginatorGuid,
    hasPayloadData: row.hasPayloadData,
  };
}

function tailFields(row: MessageRow): Json {
  return { dateEdited: row.dateEdited, dateRetracted: null, partCount: row.partCount };
}

function restOnlyFields(row: MessageRow): Json {
  return {
    country: row.handle?.country ?? null,
    isDelayed: false,
    isAutoReply: false,
    isSystemMessage: false,
    isServiceMessage: false,
    isForward: false,
    threadOriginatorPart: row.threadOriginatorGuid === null ? null : '0:0:0',
    isCorrupt: false,
    datePlayed: null,
    cacheRoomnames: row.chat.style === DIRECT ? null : row.chat.chatIdentifier,
    isSpam: false,
    isExpired: false,
    timeExpressiveSendPlayed: null,
    isAudioMessage: row.isAudioMessage,
    // Apple names the previous message even when this one is not a reply (imbridge-wire 3.3).
    replyToGuid: row.previousGuid,
    shareStatus: 0,
    shareDirection: 0,
    wasDeliveredQuietly: false,
    didNotifyRecipient: false,
  };
}

const STYLE_ATTRIBUTES = {
  bold: '__kIMTextBoldAttributeName',
  italic: '__kIMTextItalicAttributeName',
  underline: '__kIMTextUnderlineAttributeName',
  strikethrough: '__kIMTextStrikethroughAttributeName',
} as const;

/** Uses Apple's own names; the address of a mentioned person is the value of an attribute. */
function attributedBody(row: MessageRow): unknown[] {
  const text = row.text ?? '';
  const styled = row.textFormatting.map(({ start, length, styles }) => ({
    range: [start, length],
    attributes: Object.fromEntries([
      ['__kIMMessagePartAttributeName', 0],
      ...styles.map((style) => [STYLE_ATTRIBUTES[style], 1] as const),
    ]),
  }));
  const mentioned = (row.mentions ?? []).map(({ address, name }) => ({
    range: [text.indexOf(name), name.length],
    attributes: { __kIMMessagePartAttributeName: 0, __kIMMentionConfirmedMention: address },
  }));
  return [{ string: text, runs: [...mentioned, ...styled] }];
}
