import { type AllowList, type SenderId, senderKeyOf } from '../../channels/index.js';
import { isE164, needsRegion, normaliseHandle, type PhoneRegion } from '../ids/handle.js';
import {
  type ChatGuid,
  chatGuidKey,
  chatIdentifierKey,
  chatKeyOf,
  chatRowKey,
  parseChatGuid,
} from '../ids/id.js';

const CHANNEL_PREFIX = /^imbridge:/i;
const CHAT_ROW = /^(?:chat_id|chatid|chat):/i;
const CHAT_GUID = /^(?:chat_guid|chatguid|guid):/i;
const CHAT_IDENTIFIER = /^(?:chat_identifier|chatidentifier|chatident):/i;
const GROUP = /^group:/i;
/** Services, and the links that people copy from address books and web pages. */
const SERVICE = /^(?:imessage|sms|auto|tel|mailto):/i;
const SMS = /^sms:/i;
/** A bare word that can only be a chat: `chat28…`, a UUID, a long hexadecimal string (wire 4.5). */
const BARE_IDENTIFIER = /^(?:chat\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24,64})$/i;

/** `chat` is the named guid with its service, which allowlists ignore. */
type Compiled = { readonly key: string; readonly chat?: ChatGuid } | { readonly problem: string };

/**
 * The canonical form of a configured list. An entry with a problem matches no one (and the configuration check stops
 * the start).
 */
export function compileAllowList(entries: readonly string[], region?: PhoneRegion): AllowList {
  const keys = new Set<string>();
  for (const entry of entries) {
    const compiled = compileEntry(entry, region);
    if ('key' in compiled) keys.add(compiled.key);
  }
  return { anyone: keys.delete('*'), keys };
}

/** The fault in an entry, in words for the operator; undefined for a valid one. */
export function allowEntryProblem(entry: string, region?: PhoneRegion): string | undefined {
  const compiled = compileEntry(entry, region);
  return 'problem' in compiled ? compiled.problem : undefined;
}

/** Short codes of SMS services. */
const SHORT_CODE = /^\d{3,6}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
/** The names under which services, never people, send SMS. */
const SMS_NAME = /^(?=.*[a-z])[^\s@+](?:[^@+]{0,9}[^\s@+])?$/i;

/** Why a valid entry matches no one who writes, in words for the operator; undefined where someone may match it. */
export function allowEntryDoubt(entry: string, region?: PhoneRegion): string | undefined {
  const sender = typedSender(entry, region);
  if (sender === undefined || isE164(sender) || EMAIL.test(sender) || SHORT_CODE.test(sender))
    return undefined;
  const matched = SMS_NAME.test(sender)
    ? 'only an SMS service with that name matches it'
    : 'no sender matches it';
  return `must be a phone number with + and country code, an e-mail address or a chat (${matched})`;
}

/** Converts a person typed by an operator to the form of inbound messages; undefined for anything but a person. */
export function typedSender(text: string, region?: PhoneRegion): SenderId | undefined {
  const compiled = compileEntry(text, region);
  if ('problem' in compiled || !compiled.key.startsWith(senderKeyOf(''))) return undefined;
  return compiled.key.slice(senderKeyOf('').length) as SenderId;
}

/** The access key of a chat typed by an operator; undefined for anything but a chat. */
export function conversationEntryKey(text: string): string | undefined {
  const compiled = compileEntry(text, undefined);
  const isChat = 'key' in compiled && compiled.key !== '*' && !compiled.key.startsWith(senderKeyOf(''));
  return isChat ? compiled.key : undefined;
}

/** The meaning of a delivery target: an allowlist's key, and the chat if it is named with its service. */
export interface TypedTarget {
  readonly key: string;
  readonly chat?: ChatGuid;
  /** The handle was prefixed with `sms:`. */
  readonly bySms: boolean;
}

/** @returns undefined for an invalid text */
export function typedTarget(text: string, region?: PhoneRegion): TypedTarget | undefined {
  const compiled = compileEntry(text, region);
  if ('problem' in compiled || compiled.key === '*') return undefined;
  return { ...compiled, bySms: SMS.test(text.trim().replace(CHANNEL_PREFIX, '').trim()) };
}

function compileEntry(entry: string, region: PhoneRegion | undefined): Compiled {
  const text = entry.trim().replace(CHANNEL_PREFIX, '').trim();
  if (text === '') return { problem: 'is empty' };
  if (text === '*') return { key: '*' };
  if (SERVICE.test(text)) {
    const rest = text.replace(SERVICE, '').trim();
    return compileChat(rest) ?? compileHandle(rest, region);
  }
  return compileChat(text) ?? compileHandle(text, region);
}

function compileChat(text: string): Compiled | undefined {
  if (CHAT_ROW.test(text)) return compileRow(text.replace(CHAT_ROW, '').trim());
  if (CHAT_GUID.test(text)) return compileGuid(text.replace(CHAT_GUID, '').trim());
  if (CHAT_IDENTIFIER.test(text)) return compileIdentifier(text.replace(CHAT_IDENTIFIER, '').trim());
  if (GROUP.test(text)) {
    const rest = text.replace(GROUP, '').trim();
    return /^\d+$/.test(rest) ? compileRow(rest) : compileGuid(rest);
  }
  if (parseChatGuid(text)) return compileGuid(text);
  return BARE_IDENTIFIER.test(text) ? compileIdentifier(text) : undefined;
}

function compileRow(text: string): Compiled {
  const rowId = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(rowId)) return { problem: 'chat_id needs a whole number' };
  return { key: chatRowKey(rowId) };
}

/** Documentation writes group guids with `;-;`, real ones have `;+;`: the identifier decides (wire 4.3). */
function compileGuid(text: string): Compiled {
  if (BARE_IDENTIFIER.test(text)) return compileIdentifier(text);
  const chat = parseChatGuid(text);
  if (!chat) return { problem: 'chat_guid needs the form service;-;handle or service;+;chat' };
  const separator = BARE_IDENTIFIER.test(chat.identifier) ? '+' : chat.separator;
  const named = { ...chat, separator } as const;
  return { key: chatGuidKey(chatKeyOf(named)), chat: named };
}

function compileIdentifier(text: string): Compiled {
  return text === '' ? { problem: 'chat_identifier is empty' } : { key: chatIdentifierKey(text) };
}

function compileHandle(text: string, region: PhoneRegion | undefined): Compiled {
  if (text === '' || text === '*') return { problem: 'names no handle' };
  if (region === undefined && needsRegion(text)) {
    return {
      problem: 'is a national phone number; write it with + and the country code, or set defaultRegion',
    };
  }
  return { key: senderKeyOf(normaliseHandle(text, region)) };
}
