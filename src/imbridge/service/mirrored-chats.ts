import { crc32 } from 'node:zlib';
import type { ConversationId } from '../../channels/index.js';
import { comparableText } from '../../common/index.js';
import { type ChatGuid, chatKeyOf, parseConversation } from '../ids/id.js';
import type { BridgeMessage } from './messages/message.js';

/** How far apart two rows are written that mirror each other, ms. */
const MIRRORED_WITHIN_MS = 60_000;
const MOST_CHATS = 1_000;
const MOST_PER_CHAT = 10;

interface Said {
  /** Undefined for a send whose row is not known. */
  readonly guid?: string;
  readonly isOurs: boolean;
  /** A sum of its words, so that no text is kept. */
  readonly words: string;
  /** Epoch ms, by the bridge's clock. */
  readonly at: number;
}

/**
 * The direct chats in which the same words come from both sides within a minute, as in a chat with oneself through an
 * address that the bridge does not report. A person may repeat our words too, so this is a reason only to look whether
 * a message of such a chat is a copy of ours (ADR 0121). In memory: one copy shows it again.
 */
export class MirroredChats {
  private readonly said = new Map<string, readonly Said[]>();
  private readonly mirrored = new Set<string>();

  /** Notes a text of ours before it is sent, because its copy may come before its row. */
  noteSend(conversation: ConversationId, text: string, at: number): void {
    const chat = parseConversation(conversation);
    if (chat?.separator === '-') this.note(chatKeyOf(chat), { isOurs: true, words: wordsOf(text), at });
  }

  /** Notes a message of a person or of ours, whose chat is known and direct. */
  noteRow({ guid, text }: BridgeMessage, chat: ChatGuid, { isOurs, at }: Pick<Said, 'isOurs' | 'at'>): void {
    this.note(chatKeyOf(chat), { guid, isOurs, words: wordsOf(text), at });
  }

  has(chat: ChatGuid): boolean {
    return this.mirrored.has(chatKeyOf(chat));
  }

  forget(): void {
    this.said.clear();
    this.mirrored.clear();
  }

  private note(chat: string, one: Said): void {
    const others = this.said.get(chat) ?? [];
    if (others.some((other) => isMirrored(one, other))) addTo(this.mirrored, chat);
    this.said.delete(chat);
    this.said.set(chat, [...others, one].slice(-MOST_PER_CHAT));
    const oldest = this.said.size > MOST_CHATS ? this.said.keys().next().value : undefined;
    if (oldest !== undefined) this.said.delete(oldest);
  }
}

const isMirrored = (one: Said, other: Said): boolean =>
  one.isOurs !== other.isOurs &&
  one.words === other.words &&
  one.guid !== other.guid &&
  Math.abs(one.at - other.at) <= MIRRORED_WITHIN_MS;

function addTo(chats: Set<string>, chat: string): void {
  chats.add(chat);
  const oldest = chats.size > MOST_CHATS ? chats.values().next().value : undefined;
  if (oldest !== undefined) chats.delete(oldest);
}

function wordsOf(text: string): string {
  const words = comparableText(text);
  return `${words.length} ${crc32(words)}`;
}
