import { crc32 } from 'node:zlib';
import type { ConversationId } from '../../channels/index.js';
import { comparableText } from '../../common/index.js';
import { type ChatGuid, chatKeyOf, parseConversation } from '../ids/id.js';
import type { BridgeMessage } from './messages/message.js';

/** How much later a copy is dated than ours, ms: mostly it has the same date. No person repeats words that fast. */
const COPIED_WITHIN_MS = 3_000;
/** The same for words with more letters than `MOST_REPEATED`. */
const LONG_COPIED_WITHIN_MS = 60_000;
/** The most letters and digits of words that people repeat to each other, such as "see you tomorrow". */
const MOST_REPEATED = 16;
/** How far the date of a send, by the gateway's clock, may be after that of its copy, ms. */
const TOLERANCE_MS = 2_000;
/** How long a chat is known as mirrored when nothing comes back any more, ms. */
const MIRRORED_FOR_MS = 3_600_000;
const MOST_CHATS = 1_000;
const MOST_PER_CHAT = 10;

interface Said {
  /** Undefined for a send whose row is not known. */
  readonly guid?: string;
  readonly isOurs: boolean;
  /** A sum of its words, so that no text is kept. */
  readonly words: string;
  readonly letters: number;
  /** Epoch ms, by the bridge's clock. */
  readonly at: number;
}

/**
 * The direct chats in which words of ours come back, as in a chat with oneself through an address that the bridge does
 * not report. A copy comes after ours, and with its date; the minute of the wire page counts only for words that people
 * do not repeat to each other. Still this is a reason only to look whether a message of such a chat is a copy of ours
 * (ADR 0121). In memory: one copy shows it again.
 */
export class MirroredChats {
  private readonly said = new Map<string, readonly Said[]>();
  /** When words came back last. */
  private readonly mirrored = new Map<string, number>();

  /** Notes a text of ours before it is sent, because its copy may come before its row. */
  noteSend(conversation: ConversationId, text: string, at: number): void {
    const chat = parseConversation(conversation);
    if (chat?.separator === '-') this.note(chatKeyOf(chat), { isOurs: true, ...wordsOf(text), at });
  }

  /** Notes a message of a person or of ours, whose chat is known and direct. */
  noteRow({ guid, text }: BridgeMessage, chat: ChatGuid, { isOurs, at }: Pick<Said, 'isOurs' | 'at'>): void {
    this.note(chatKeyOf(chat), { guid, isOurs, ...wordsOf(text), at });
  }

  has(chat: ChatGuid): boolean {
    const key = chatKeyOf(chat);
    const since = this.mirrored.get(key);
    return since !== undefined && (this.said.get(key)?.at(-1)?.at ?? since) - since <= MIRRORED_FOR_MS;
  }

  forget(): void {
    this.said.clear();
    this.mirrored.clear();
  }

  private note(chat: string, one: Said): void {
    const before = this.said.get(chat) ?? [];
    if (!one.isOurs && before.some((ours) => isCopy(one, ours))) setLast(this.mirrored, chat, one.at);
    setLast(this.said, chat, [...before, one].slice(-MOST_PER_CHAT));
  }
}

function isCopy(one: Said, ours: Said): boolean {
  if (!ours.isOurs || one.words !== ours.words || one.guid === ours.guid) return false;
  const later = one.at - ours.at;
  const withinMs = one.letters > MOST_REPEATED ? LONG_COPIED_WITHIN_MS : COPIED_WITHIN_MS;
  return later >= -TOLERANCE_MS && later <= withinMs;
}

function setLast<T>(chats: Map<string, T>, chat: string, value: T): void {
  chats.delete(chat);
  chats.set(chat, value);
  const oldest = chats.size > MOST_CHATS ? chats.keys().next().value : undefined;
  if (oldest !== undefined) chats.delete(oldest);
}

function wordsOf(text: string): Pick<Said, 'words' | 'letters'> {
  const words = comparableText(text);
  return { words: `${words.length} ${crc32(words)}`, letters: words.length };
}
