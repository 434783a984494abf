import type { RemoteMessageId } from '../../../channels/index.js';
import { messageIdOf } from '../../ids/id.js';
import { type JsonRecord, textOf } from '../../../channels/kit/index.js';

/** The bridge's names of the six tapbacks, in the order of Apple's numbers, with our emoji (wire 4.2). */
export const SHOWN_TAPBACKS = {
  love: '❤️',
  like: '👍',
  dislike: '👎',
  laugh: '😂',
  emphasize: '‼️',
  question: '❓',
} as const;
export type TapbackName = keyof typeof SHOWN_TAPBACKS;
const NAMES = Object.keys(SHOWN_TAPBACKS) as TapbackName[];

const CUSTOM = 6;
const STICKER_TAPBACK = 7;
const STICKER_PLACED = 1000;

/** An inbound reaction. */
export interface Tapback {
  readonly messageId: RemoteMessageId;
  readonly emoji: string;
  readonly isRemoved: boolean;
}

/**
 * The reaction that a message row is, by its type alone: wording differs with the host's language.
 * @returns undefined for an ordinary message and for what belongs to a message without being a reaction.
 */
export function readTapback(row: JsonRecord): Tapback | undefined {
  const messageId = messageIdOf(bareGuid(row.associatedMessageGuid));
  const kind = kindOf(row.associatedMessageType);
  if (messageId === undefined || !kind) return undefined;
  const emoji = kind.emoji ?? customEmoji(textOf(row.text) ?? '');
  return { messageId, emoji, isRemoved: kind.isRemoved };
}

/** `p:0/GUID` names a part of a message, `bp:GUID` a balloon (wire 3.3). */
function bareGuid(guid: unknown): unknown {
  return typeof guid === 'string' ? guid.replace(/^(?:p:\d+\/|bp:)/i, '') : undefined;
}

/** The type comes as a name (`-love`) or as digits in a string (`2006`), and has been seen as a number. */
function kindOf(
  type: unknown,
): { readonly emoji: string | undefined; readonly isRemoved: boolean } | undefined {
  const text = typeof type === 'number' ? String(type) : (textOf(type)?.trim().toLowerCase() ?? '');
  if (text === 'sticker') return { emoji: 'sticker', isRemoved: false };
  const name = NAMES.find((each) => text === each || text === `-${each}`);
  if (name) return { emoji: SHOWN_TAPBACKS[name], isRemoved: text.startsWith('-') };
  return /^\d{4}$/.test(text) ? numberedKind(Number(text)) : undefined;
}

function numberedKind(number: number): ReturnType<typeof kindOf> {
  if (number === STICKER_PLACED) return { emoji: 'sticker', isRemoved: false };
  const isRemoved = number >= 3000;
  const index = number - (isRemoved ? 3000 : 2000);
  if (index === CUSTOM) return { emoji: undefined, isRemoved };
  if (index === STICKER_TAPBACK) return { emoji: 'sticker', isRemoved };
  const name = NAMES[index];
  return name && { emoji: SHOWN_TAPBACKS[name], isRemoved };
}

const QUOTE = /[“„«"「]/u;
const EMOJI = /\p{RGI_Emoji}/v;

/** Only the text contains the emoji: it is the first one outside the quoted message (wire 3.3). */
function customEmoji(text: string): string {
  const [before = ''] = text.split(QUOTE);
  return EMOJI.exec(before)?.[0] ?? EMOJI.exec(text)?.[0] ?? 'an emoji';
}

/** The spellings that people and models use for each of the six (wire 4.2), in the form that `plain` returns. */
const WRITTEN: Readonly<Record<TapbackName, string>> = {
  love: '❤ ♥ 😍 💕 🔥 love heart loved red_heart heart_eyes fire',
  like: '👍 👌 like thumbs_up thumbsup thumb ok liked +1',
  dislike: '👎 🙅 dislike thumbs_down thumbsdown boo no disliked -1',
  laugh: '😂 🤣 😆 😁 😹 laugh haha lol lmao rofl xd smile smiley happy joy laughed',
  emphasize: '‼ !! ❗ ❕ ! emphasize emphasis emphasized exclaim important bang wow',
  question: '❓ ❔ ? question questioned ask',
};
const BY_TEXT = new Map(
  NAMES.flatMap((name) => WRITTEN[name].split(' ').map((text) => [text, name] as const)),
);

/** The available reactions, for an assistant that used an unsupported one. */
export const TAPBACKS_TEXT = NAMES.map((name) => `${SHOWN_TAPBACKS[name]} (${name})`).join(', ');

/** The tapback an emoji or a word stands for; undefined when it is none of the six. */
export function tapbackNameOf(emoji: string): TapbackName | undefined {
  return BY_TEXT.get(plain(emoji));
}

/** Removes skin tone, presentation, sex, and the colons of `:thumbsup:`. */
function plain(emoji: string): string {
  return emoji
    .trim()
    .toLowerCase()
    .replace(/\p{Emoji_Modifier}|\ufe0f|\u200d[♀♂]/gu, '')
    .replace(/^:(.+):$/u, '$1')
    .replace(/(?<=\w)[- ](?=\w)/g, '_');
}
