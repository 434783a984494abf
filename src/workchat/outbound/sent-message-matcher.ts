import { fenceLine } from '../../channels/index.js';
import { isDeepStrictEqual } from 'node:util';
import type { DirectoryMessage } from '../service/directory/messages.js';
import { fileIdIn } from '../files/file-content.js';
import { unescaped, untagged, wordsOfHtml } from '../service/wire/html.js';
import { fieldsOf, type JsonRecord, parseJson, recordsOf, textOf } from '../../channels/kit/index.js';
import { APPROVAL_KEY } from './approval-card.js';
import { POLL_KEY } from './poll-card.js';

/** Recognises one of our activities among the messages of its conversation. */
export interface SentMessageMatcher {
  /** Whether the message shows the sent content. */
  readonly fits: (message: DirectoryMessage) => boolean;
  /** Whether the message is a possible match: the service renders some content in unexpected ways. */
  readonly mayFit: (message: DirectoryMessage) => boolean;
}

/** The share of common words from which a text may be an unexpected rendering of another. */
const ALIKE = 0.5;

export function matcherOf(activity: JsonRecord): SentMessageMatcher {
  const [shown] = recordsOf(activity.attachments);
  if (!shown) return textTrace(String(activity.text));
  const fileId = fileIdIn(shown);
  if (fileId !== undefined) return fileTrace(fileId);
  return String(shown.contentType).startsWith('image/') ? PICTURE : cardTrace(shown.content);
}

/** A request names its delivery, a card its file; the directory shows cards of files as files of people. */
function fileTrace(fileId: string): SentMessageMatcher {
  const idOf = ({ id, content }: JsonRecord) =>
    fileIdIn({ content: typeof content === 'string' ? parseJson(content)?.value : content }) ?? textOf(id);
  const wanted = fileId.toLowerCase();
  return {
    fits: ({ attachments, isDeleted }) =>
      !isDeleted && attachments.some((each) => idOf(each)?.toLowerCase() === wanted),
    mayFit: ({ attachments, isDeleted }) =>
      isDeleted || attachments.some((each) => FILE_TYPE.test(String(each.contentType)) && !idOf(each)),
  };
}

const FILE_TYPE = /\.card\.file\.|^reference$/;

/** The service stores pictures in its own form, so a picture without text that no other delivery has is a match. */
const PICTURE: SentMessageMatcher = {
  fits: ({ html, isDeleted }) =>
    !isDeleted && html.match(/<img\b/gi)?.length === 1 && wordsOf(shownText(wordsOfHtml(html))).size === 0,
  mayFit: ({ html, isDeleted }) => isDeleted || /<img\b/i.test(html),
};

/** Matches one of several forms; `others` are certain not to match. */
export const eitherOf = (
  forms: readonly SentMessageMatcher[],
  others: readonly SentMessageMatcher[],
): SentMessageMatcher => ({
  fits: (message) => forms.some(({ fits }) => fits(message)),
  mayFit: (message) =>
    forms.some(({ mayFit }) => mayFit(message)) && !others.some(({ fits }) => fits(message)),
});

function textTrace(markdown: string): SentMessageMatcher {
  const shown = shownText(markdown);
  const [wanted, words] = [comparable(shown), wordsOf(shown)];
  const textOf = ({ html }: DirectoryMessage) => shownText(wordsOfHtml(html));
  return {
    fits: (message) => wanted !== '' && !message.isDeleted && comparable(textOf(message)) === wanted,
    mayFit: (message) => message.isDeleted || likeness(words, wordsOf(textOf(message))) >= ALIKE,
  };
}

/** A poll or an approval is matched by its id, any other card by equality. */
function cardTrace(wanted: unknown): SentMessageMatcher {
  const own = ownIdIn(wanted);
  return {
    fits: ({ cards, isDeleted }) =>
      !isDeleted &&
      cards.some((card) => (own === undefined ? isDeepStrictEqual(card, wanted) : ownIdIn(card) === own)),
    mayFit: ({ cards, isDeleted }) =>
      isDeleted ||
      (own === undefined ? cards.length > 0 : cards.some((card) => fieldsOf(card).type === undefined)),
  };
}

const ownIdIn = (card: unknown): unknown =>
  recordsOf(fieldsOf(card).actions)
    .map(({ data }) => fieldsOf(data)[POLL_KEY] ?? fieldsOf(data)[APPROVAL_KEY])
    .find((id) => id !== undefined);

/* Limited in length and to one line, so that no text makes the search slow. */
const NUMBERS = /^(?:[ \t>*+◦-]*\d{1,9}[.)](?=\s))+/gm;
const LINK = /!?\[([^[\]\n]{0,500})\]\([^()\s]{0,4000}(?:\s{1,9}"[^"\n]{0,500}")?\)/g;

/**
 * The plain text of markdown. What was written and what is shown are reduced in the same way, so that code, which is
 * shown verbatim, still matches. Escaped text may be escaped once more.
 */
const shownText = (text: string): string =>
  untagged(unescaped(unescaped(text)))
    .split('\n')
    .map((line) => (fenceLine(line) ? '' : line))
    .join('\n')
    .replace(NUMBERS, '')
    .replace(LINK, '$1')
    .normalize('NFKC');

/** Formatting marks, which vanish or are replaced; letters, digits and all other signs stay. */
const MARKS = /[\s\p{Cf}\u{FE0F}*_~`#>\-[\]()|\\+!.'"“”‘’]/gu;

const comparable = (text: string): string => text.replace(MARKS, '');

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);

/** From 0 to 1; 1 for texts without words, which cannot be distinguished. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return one.size === other.size ? 1 : 0;
  return (2 * one.intersection(other).size) / (one.size + other.size);
}
