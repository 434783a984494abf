import { SHOWN_TAPBACKS } from './tapback.js';

/** A tapback as a text, which phones send where the service has no tapbacks (wire 3.3, 15). */
export interface PlainTapback {
  readonly emoji: string;
  readonly isRemoved: boolean;
  /** The quoted text; undefined for a reaction to a file. */
  readonly quote?: string;
}

/** Services whose rows show tapbacks only in their text. */
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
/** An emoji of any form: some phones leave out the variation selectors that a complete one has. */
const PICTURE = '\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?';
const EMOJI = `(?:\\p{RGI_Emoji}|${PICTURE}(?:\\u200d${PICTURE})*)`;
const FORM = new RegExp(
  `^(?:(?<added>${Object.keys(ADDED).join('|')})|Reacted (?<custom>${EMOJI}) to|` +
    `Removed (?<removed>${Object.keys(REMOVED).join('|')}|${EMOJI}) from) (?:“(?<quote>.*)”|${FILE})$`,
  'sv',
);
/** Invisible marks that other manufacturers' phones add around it; not U+200D, which joins emojis. */
const INVISIBLE = /[\u200a-\u200c\u200e\u200f\u2060-\u2064\ufeff]/g;

const ADDED_MARK = '\u200b';
/**
 * The marks of Google Messages, which mean the same in every language: U+200B around an added emoji, U+200C around a
 * removed one, U+200A around the quote (wire 15). A mark at an end of the text may have been trimmed.
 */
const MARKED_EMOJI = new RegExp(
  `(?:^|(?<before>[\\u200b\\u200c]))(?<emoji>${EMOJI})(?:$|(?<after>[\\u200b\\u200c]))`,
  'v',
);
const MARKED_QUOTE = /\u200a(?<quote>[^\u200a].*?)(?:\u200a|$)/s;

/** Parses a text as a reaction. Where the service has tapbacks, a text is never one. */
export function readPlainTapback(text: string, service: string | undefined): PlainTapback | undefined {
  return service?.toLowerCase() === 'imessage' ? undefined : (readMarked(text) ?? readWords(text, service));
}

/** A quote whose own marks were lost on the way. */
const UNMARKED_QUOTE = /[\u201c\u201e\u00ab\u300c].*[\u201c\u201d\u00bb\u300d]/su;
const LONGEST_WORDS = 60;
/** A letter of a script in which people type the marks themselves, such as Persian and Khmer: not against the emoji. */
const MARKED_SCRIPT =
  '[[\\p{L}\\p{M}]--[\\p{scx=Latin}\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}]]';
const [ENDS_MARKED, BEGINS_MARKED] = [
  new RegExp(`${MARKED_SCRIPT}$`, 'v'),
  new RegExp(`^${MARKED_SCRIPT}`, 'v'),
];

/** Whether what stands around a marked emoji, without a marked quote, are the few words of a reaction. */
function areWordsOfReaction(ahead: string, behind: string): boolean {
  const words = `${ahead} ${behind}`.replace(UNMARKED_QUOTE, '');
  if (words.length > LONGEST_WORDS || words.includes('\n')) return false;
  return !ENDS_MARKED.test(ahead) && !BEGINS_MARKED.test(behind);
}

/** Needs two of the marks, because a single one may be pasted with a text. */
function readMarked(text: string): PlainTapback | undefined {
  const found = MARKED_EMOJI.exec(text);
  const { emoji, before, after } = found?.groups ?? {};
  if (!found || emoji === undefined) return undefined;
  const [ahead, behind] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  const { quote } = (MARKED_QUOTE.exec(behind) ?? MARKED_QUOTE.exec(ahead))?.groups ?? {};
  const mark = before ?? after;
  if (mark === undefined) return undefined;
  if (quote === undefined && (before !== after || !areWordsOfReaction(ahead, behind))) return undefined;
  return { emoji, isRemoved: mark !== ADDED_MARK, ...(quote === undefined ? {} : { quote }) };
}

/**
 * Parses the text that Apple writes. English only, as the host writes it, and only the complete form with its
 * typographic quotes, which people do not type.
 */
function readWords(text: string, service: string | undefined): PlainTapback | undefined {
  if (service === undefined || !WORDY.test(service)) return undefined;
  const { added, custom, removed, quote } = FORM.exec(text.replace(INVISIBLE, ''))?.groups ?? {};
  const emoji = custom ?? (added === undefined ? undefined : ADDED[added]) ?? removedEmoji(removed);
  if (emoji === undefined) return undefined;
  return { emoji, isRemoved: removed !== undefined, ...(quote === undefined ? {} : { quote }) };
}

const removedEmoji = (removed: string | undefined): string | undefined =>
  removed === undefined ? undefined : (REMOVED[removed] ?? removed);
