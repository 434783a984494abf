import { SHOWN_TAPBACKS } from './tapback.js';

/** A tapback as Apple writes it out where the service has none (wire 3.3). */
export interface PlainTapback {
  readonly emoji: string;
  readonly isRemoved: boolean;
  /** The words it quotes; undefined for a reaction to a file. */
  readonly quote?: string;
}

/** Services whose rows say nothing of tapbacks but their text. */
const WORDY = /^(?:SMS|RCS)$/i;

const { love, like, dislike, laugh, emphasize, question } = SHOWN_TAPBACKS;
const ADDED: Readonly<Record<string, string>> = {
  Loved: love,
  Liked: like,
  Disliked: dislike,
  'Laughed at': laugh,
  Emphasized: emphasize,
  Questioned: question,
};
const REMOVED: Readonly<Record<string, string>> = {
  'a heart': love,
  'a like': like,
  'a dislike': dislike,
  'a laugh': laugh,
  'an exclamation': emphasize,
  'a question mark': question,
};
const FILE = '(?:an image|a movie|an audio message|an attachment)';
const FORM = new RegExp(
  `^(?:(?<added>${Object.keys(ADDED).join('|')})|Reacted (?<custom>\\p{RGI_Emoji}) to|` +
    `Removed (?<removed>${Object.keys(REMOVED).join('|')}|\\p{RGI_Emoji}) from) (?:“(?<quote>.*)”|${FILE})$`,
  'sv',
);
/** Marks that other makers' phones put around it. */
const INVISIBLE = /[\u200a-\u200f\u2060-\u2064\ufeff]/g;

/**
 * The reaction that the text of an SMS is. English only, as the host writes it, and nothing but the whole form with its
 * typographic quotes: what people type looks otherwise.
 */
export function readPlainTapback(text: string, service: string | undefined): PlainTapback | undefined {
  if (service === undefined || !WORDY.test(service)) return undefined;
  const { added, custom, removed, quote } = FORM.exec(text.replace(INVISIBLE, ''))?.groups ?? {};
  const emoji = custom ?? (added === undefined ? undefined : ADDED[added]) ?? removedEmoji(removed);
  if (emoji === undefined) return undefined;
  return { emoji, isRemoved: removed !== undefined, ...(quote === undefined ? {} : { quote }) };
}

const removedEmoji = (removed: string | undefined): string | undefined =>
  removed === undefined ? undefined : (REMOVED[removed] ?? removed);
