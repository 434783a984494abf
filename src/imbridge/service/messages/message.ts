import type { AttachmentRef, RemoteMessageId } from '../../../channels/index.js';
import { type BridgeHandle, readHandle } from '../handles.js';
import { type ChatGuid, messageIdOf, parseChatGuid } from '../../ids/id.js';
import { isTrue, type JsonRecord, listOf, numberOf, recordOf, textOf } from '../../../channels/kit/index.js';
import { type PlainTapback, readPlainTapback } from './plain-tapback.js';
import { readTapback, type Tapback } from './tapback.js';

/** A person mentioned with the service's own mention feature. */
export interface Mention {
  readonly address: string;
  /** The range in the text, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
}

/** Apple's attribute of a mention, whose value is the person's address. */
const MENTION = /mention/i;

/**
 * The mentions of an attributed body, `[{string, runs: [{range: [start, length], attributes}]}]`. No webhook has one
 * (wire 3.3); a fetched row has it on request.
 * @returns undefined without a readable body
 */
function readMentions(attributedBody: unknown): readonly Mention[] | undefined {
  if (attributedBody === null || attributedBody === undefined) return undefined;
  const bodies = Array.isArray(attributedBody) ? listOf(attributedBody) : [attributedBody];
  return bodies.flatMap((body) => listOf(recordOf(body)?.runs)).flatMap(mentionOf);
}

function mentionOf(run: unknown): readonly Mention[] {
  const { attributes, range } = recordOf(run) ?? {};
  const [start, length] = listOf(range).map((each) => numberOf(each));
  const address = Object.entries(recordOf(attributes) ?? {}).find(([name]) => MENTION.test(name))?.[1];
  const text = textOf(address);
  return text === undefined ? [] : [{ address: text, start: start ?? 0, length: length ?? 0 }];
}

/** The preview of a link, whose row has the address as its text. */
export const URL_BALLOON = 'com.apple.messages.URLBalloonProvider';

/** Messages writes it in place of a card, perhaps with U+FFFC (wire 15). */
const PLACEHOLDER = /^[\ufffd\s]+$/u;

/** What a card is, by the end of its app's bundle id; each is the object of "shared". */
const CARDS: readonly (readonly [RegExp, string])[] = [
  [/\.messages\.polls$/i, 'a poll'],
  [/\bfindmy\b/i, 'a location (Find My)'],
  [/\bSafetyMonitor/i, 'a Check In'],
  [/\bAskTo/i, 'a request to their family (Ask to Buy or Screen Time)'],
  [/\bPeopleMessage/i, 'a request to their family (Ask to Buy or Screen Time)'],
  [/\bPeerPayment/i, 'an Apple Cash payment or request'],
  [/\bDigitalTouch/i, 'a Digital Touch message'],
  [/\bHandwriting\b/i, 'a handwritten message'],
  [/\bPhotosMessagesApp$/i, 'a link to photos'],
  [/\bActivityMessagesApp\b/i, 'a fitness activity'],
  [/\.business\.extension$/i, 'a business form'],
  [/game/i, 'a game move'],
];
const LONGEST_APP = 80;

/** Whether a text has no words and only stands for something that Messages shows. */
const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

/**
 * What a row without words is, in words for the assistant.
 * @param bundleId of the app that shows it, in Apple's form `PLUGIN:TEAM:APP` or alone; not trusted
 */
function cardIn(bundleId: string | undefined): string {
  const app = bundleId?.split(':').at(-1)?.trim() ?? '';
  const known = CARDS.find(([form]) => form.test(app));
  if (known) return known[1];
  const isName = app.length <= LONGEST_APP && /^[\w-]+(?:\.[\w-]+)+$/.test(app);
  return isName ? `a card from the app ${app}` : 'a card that only Messages can display';
}

export interface BridgeChat extends ChatGuid {
  readonly guid: string;
  readonly rowId?: number;
  readonly displayName?: string;
  /** The address of ours that it was last written with; webhooks leave it out. */
  readonly lastAddressed?: string;
}

/** A message row of the bridge (webhook or REST), every field but the guid optional (wire 3.3). */
export interface BridgeMessage {
  readonly guid: RemoteMessageId;
  readonly rowId?: number;
  /** Without U+FFFC and NUL, trimmed; empty for null and for U+FFFD alone. */
  readonly text: string;
  readonly isFromMe: boolean;
  readonly tempGuid?: string;
  /** An automatic reply of the phone. Only fetched rows show it, never those of a webhook (wire 3.3). */
  readonly isAutoReply: boolean;
  /** 0 = a message of a person; everything else is a change of the chat. */
  readonly itemType: number;
  /** A tapback, a sticker on a message, an app balloon: belongs to another message. */
  readonly isAssociated: boolean;
  /** The reaction, if the row is one. */
  readonly tapback?: Tapback;
  /** The reaction, if only the text shows that the row is one. */
  readonly plainTapback?: PlainTapback;
  /** The mentioned people; undefined where the row has no mentions field. */
  readonly mentions?: readonly Mention[];
  /** The rest of a change of the chat, besides its `itemType`. */
  readonly group: GroupFields;
  /** The time of the last edit or unsend, epoch ms. */
  readonly editedAt?: number;
  /** Whether the whole message was unsent. */
  readonly isUnsent: boolean;
  /** The number of its texts and files; older systems do not report it. */
  readonly partCount?: number;
  /** The app that the balloon belongs to; `URL_BALLOON` is the preview of a link. */
  readonly balloon?: string;
  /** What the row shows, in words, where it is the card of an iMessage app and has no words or files of its own. */
  readonly card?: string;
  /** The service that the message was written with: `iMessage`, `SMS`, `RCS`. */
  readonly service?: string;
  /** The people in the row that have a handle number. */
  readonly handles: readonly BridgeHandle[];
  readonly address?: string;
  readonly chat?: BridgeChat;
  readonly attachments: readonly BridgeFile[];
  /** Epoch ms, by the sender's clock. */
  readonly createdAt?: number;
  readonly thread?: RemoteMessageId;
  readonly subject?: string;
  /** Apple's id of the effect that the message was sent with (wire 4.1). */
  readonly effectId?: string;
  /** The times of delivery and reading of our own message, epoch ms. */
  readonly deliveredAt?: number;
  readonly readAt?: number;
  /** Apple's error number; 0 = none. */
  readonly error: number;
}

/** A file of a message. */
export interface BridgeFile extends AttachmentRef {
  /** The file is a voice memo; its length, if the bridge reports it. */
  readonly voiceMemo?: { readonly seconds?: number };
}

export interface GroupFields {
  readonly action: number;
  readonly title?: string;
  /** The handle of the affected person; 0 = no other person. */
  readonly otherHandle: number;
}

const VOICE_UTI = 'com.apple.coreaudio-format';
const PLUGIN_PAYLOAD = '.pluginpayloadattachment';
const UNKNOWN_MIME = 'application/octet-stream';

/** @returns undefined only when it is not an object or has no guid; every other field is optional */
export function readMessage(data: unknown): BridgeMessage | undefined {
  const row = recordOf(data);
  const guid = messageIdOf(row?.guid);
  if (!row || guid === undefined) return undefined;
  const written = cleanText(row.text);
  const text = isPlaceholder(written) ? '' : written;
  const where = chatAndServiceOf(row);
  const message: BridgeMessage = {
    guid,
    rowId: rowIdOf(row.originalROWID),
    text,
    isFromMe: isOwnRow(row),
    tempGuid: textOf(row.tempGuid),
    isAutoReply: isTrue(row.isAutoReply),
    itemType: numberOf(row.itemType) ?? 0,
    isAssociated: isAssociated(row),
    tapback: readTapback(row),
    group: {
      action: numberOf(row.groupActionType) ?? 0,
      title: textOf(cleanText(row.groupTitle)),
      otherHandle: numberOf(row.otherHandle) ?? 0,
    },
    ...editOf(row),
    partCount: numberOf(row.partCount),
    balloon: textOf(row.balloonBundleId),
    handles: handlesOf(row),
    address: addressOf(row.handle),
    ...where,
    plainTapback: readPlainTapback(text, where.service),
    mentions: readMentions(row.attributedBody),
    attachments: listOf(row.attachments).flatMap((file) => readAttachment(file, isTrue(row.isAudioMessage))),
    createdAt: dateOf(row.dateCreated),
    thread: messageIdOf(row.threadOriginatorGuid),
    subject: textOf(cleanText(row.subject)),
    effectId: textOf(row.expressiveSendStyleId),
    deliveredAt: dateOf(row.dateDelivered),
    readAt: dateOf(row.dateRead),
    error: numberOf(row.error) ?? 0,
  };
  return isCard(message, row, written) ? { ...message, card: cardIn(message.balloon) } : message;
}

/** A date of our time in seconds is below this number, and one in milliseconds since 1973 above it. */
const LARGEST_IN_SECONDS = 1e11;

/** The last moment that a date can have, epoch ms. */
const LAST_DATE = 8.64e15;

/** A date in whole epoch ms, even if the bridge sent it in seconds; Apple's own zero means no date. */
export function dateOf(value: unknown): number | undefined {
  const date = numberOf(value);
  if (date === undefined || date <= 0 || date > LAST_DATE) return undefined;
  return Math.round(date < LARGEST_IN_SECONDS ? date * 1_000 : date);
}

/** The ROWID in an event or an answer, without reading the rest. */
export const rowIdIn = (data: unknown): number | undefined => rowIdOf(recordOf(data)?.originalROWID);
/** Accepts both names of the flag: some versions, and programs that relay events, use snake case. */
export const isOwnRow = (data: unknown): boolean => {
  const row = recordOf(data);
  return isTrue(row?.isFromMe) || isTrue(row?.is_from_me);
};

/**
 * Normalises a text like the bridge (U+FFFC removed, trimmed), so that the text we sent and the text it stored compare
 * equal. Also removes NUL and lone surrogates, which a database may refuse.
 */
export function cleanText(text: unknown): string {
  return typeof text === 'string' ? text.replace(/[\ufffc\0]|\p{Surrogate}/gu, '').trim() : '';
}

/** Apple leaves the date of an unsend empty, so only the absence of all parts shows it (wire E26). */
function editOf(row: JsonRecord): Pick<BridgeMessage, 'editedAt' | 'isUnsent'> {
  const retractedAt = dateOf(row.dateRetracted);
  const editedAt = dateOf(row.dateEdited) ?? retractedAt;
  const isUnsent = retractedAt !== undefined || (editedAt !== undefined && numberOf(row.partCount) === 0);
  return { editedAt, isUnsent };
}

function handlesOf(row: JsonRecord): readonly BridgeHandle[] {
  const participants = listOf(row.chats).flatMap((chat) => listOf(recordOf(chat)?.participants));
  return [row.handle, ...participants].flatMap((each) => readHandle(each) ?? []);
}

/** The type may be a name, digits in a string or a number; 0 and null mean an ordinary message. */
function isAssociated(row: JsonRecord): boolean {
  const type = row.associatedMessageType;
  if (type === null || type === undefined) return false;
  if (typeof type === 'string') return type.trim() !== '' && Number(type) !== 0;
  return type !== 0 && type !== false;
}

/** The next state of a card, such as a move of a game. */
const isNextCard = ({ associatedMessageType: type }: JsonRecord): boolean => /^[23]$/.test(String(type));

function isCard(message: BridgeMessage, row: JsonRecord, written: string): boolean {
  const { itemType, balloon, text, subject, attachments, isUnsent } = message;
  const isOther = itemType !== 0 || isUnsent || (message.isAssociated && !isNextCard(row));
  if (isOther || text !== '' || subject !== undefined || attachments.length > 0) return false;
  return balloon === undefined ? written !== '' : balloon !== URL_BALLOON;
}

function rowIdOf(value: unknown): number | undefined {
  const rowId = numberOf(value);
  return rowId !== undefined && Number.isSafeInteger(rowId) && rowId >= 0 ? rowId : undefined;
}

/** The same limit as for the identifier of a chat. PostgreSQL cannot index texts of some thousand characters. */
const MAX_ADDRESS = 256;

function addressOf(handle: unknown): string | undefined {
  const record = recordOf(handle);
  const address = textOf(cleanText(record ? record.address : handle));
  return address !== undefined && address.length <= MAX_ADDRESS ? address : undefined;
}

/** The first chat with a guid. Apple reports a message in two chats once per chat; the bridge does not. */
function chatOf(chats: unknown): BridgeChat | undefined {
  for (const each of listOf(chats)) {
    const record = recordOf(each);
    const guid = textOf(record?.guid)?.trim();
    const parsed = guid === undefined ? undefined : parseChatGuid(guid, record?.style);
    if (!record || guid === undefined || !parsed) continue;
    return {
      ...parsed,
      guid,
      rowId: rowIdOf(record.originalROWID),
      displayName: textOf(cleanText(record.displayName)),
      lastAddressed: textOf(record.lastAddressedHandle),
    };
  }
  return undefined;
}

/** On macOS 26 the chat has `any`, and only the handle has the actual service (wire E2). */
function chatAndServiceOf(row: JsonRecord): Pick<BridgeMessage, 'chat' | 'service'> {
  const chat = chatOf(row.chats) ?? chatOf([{ guid: row.chatGuid ?? row.chat_guid }]);
  return { chat, service: textOf(recordOf(row.handle)?.service) ?? chat?.service };
}

/** Only fetched rows mark a voice memo, so the type of its file decides (wire E24). */
function voiceMemoOf(file: JsonRecord): NonNullable<BridgeFile['voiceMemo']> {
  const seconds = numberOf(recordOf(file.metadata)?.duration);
  return seconds !== undefined && seconds > 0 ? { seconds } : {};
}

/** A size as a whole number, because PostgreSQL stores no other; 0 = unknown. */
function bytesOf(value: unknown): number {
  const bytes = Math.trunc(numberOf(value) ?? 0);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0;
}

/** Balloon payloads are not files sent by people (wire 3.3). */
function readAttachment(value: unknown, isSpoken: boolean): readonly BridgeFile[] {
  const record = recordOf(value);
  const id = textOf(record?.guid);
  if (!record || id === undefined || isTrue(record.hideAttachment)) return [];
  const name = textOf(cleanText(record.transferName)) ?? id;
  if (name.toLowerCase().endsWith(PLUGIN_PAYLOAD)) return [];
  return [
    {
      id,
      name,
      mimeType: textOf(record.mimeType) ?? UNKNOWN_MIME,
      bytes: bytesOf(record.totalBytes),
      ...(isSpoken || record.uti === VOICE_UTI ? { voiceMemo: voiceMemoOf(record) } : {}),
    },
  ];
}
