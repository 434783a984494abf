import { escaped, unescaped, withoutQuotes, wordsOfHtml } from '../service/wire/html.js';
import { fieldsOf, type JsonRecord, recordsOf, textOf } from '../../channels/kit/index.js';

/**
 * Tags of mentions, whose content is shown (wire 1.4). Like all patterns here, it stops at the next tag: a search from
 * each tag to the end of the text would take minutes for a message of the maximum size.
 */
const ANY_TAG = /(<at(?:\s[^<>]*)?>([^<]*)<\/at>)( ?)/gi;
/** Invisible characters that editors insert; joiners stay, because emoji need them. */
const INVISIBLE = /[\u200b\u2060\ufeff]/g;
const HARD_SPACE = /\u00a0/g;
/** A mention in the rich form (wire 1.4). */
const MENTION_SPAN =
  /<span\b(?=[^<>]*\bitemtype="https?:\/\/schema\.skype\.com\/Mention")[^<>]*>([^<]*)<\/span>/gi;
/** Replace a tag while the rest of the HTML is removed; people never type these characters. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
/** Stands where a message is quoted (wire 13); the quote itself is read by `quotesIn`. */
const QUOTED = /<quoted\b[^<>]*>(?:<\/quoted>)?\s?/gi;
/** The maximum length of a mentioned name in the text. */
const MAX_NAME = 256;

/** A mention in an entity. */
interface Mention {
  /** The tag in the text. */
  readonly tag: string;
  readonly name: string | undefined;
  readonly isOfBot: boolean;
}

/** The id of the bot's account has no case, because it is that of its app. */
function mentionsIn({ entities, recipient }: JsonRecord): readonly Mention[] {
  const bot = textOf(fieldsOf(recipient).id)?.toLowerCase();
  return recordsOf(entities).flatMap((entity) => {
    const tag = textOf(entity.text);
    if (entity.type !== 'mention' || tag === undefined) return [];
    const { id, name } = fieldsOf(entity.mentioned);
    const isOfBot = bot !== undefined && textOf(id)?.toLowerCase() === bot;
    return [{ tag, name: textOf(name), isOfBot }];
  });
}

/** Whether the service marks the bot as mentioned: by its id, because names can be shared and changed (wire 1.4). */
export const mentionsBot = (activity: JsonRecord): boolean =>
  mentionsIn(activity).some(({ isOfBot }) => isOfBot);

/**
 * The text as typed: without the mention of the bot, with the names of mentioned people. The service escapes text like
 * HTML.
 */
export function wordsOf(activity: JsonRecord): string {
  // Where two have one name, the tag is the bot's.
  const mentions = mentionsIn(activity).toSorted((one, other) => Number(one.isOfBot) - Number(other.isOfBot));
  const exact = new Map(mentions.map((each) => [each.tag, each]));
  const loose = new Map(mentions.map((each) => [each.tag.toLowerCase(), each]));
  const said = saidIn(activity).replace(QUOTED, '');
  const words = said.replace(ANY_TAG, (_, tag: string, inner: string, space: string) => {
    const { name = inner, isOfBot = false } = exact.get(tag) ?? loose.get(tag.toLowerCase()) ?? {};
    return isOfBot ? '' : `@${name.length > MAX_NAME || name === inner ? inner : escaped(name)}${space}`;
  });
  return unescaped(words).replace(HARD_SPACE, ' ').replace(INVISIBLE, '').trim();
}

/** The text, or the text of the rich form where a client sends only that. */
function saidIn(activity: JsonRecord): string {
  const text = textOf(activity.text) ?? '';
  if (text.trim() !== '') return text;
  const marked = htmlIn(activity).map((html) =>
    withoutQuotes(html).replace(MENTION_SPAN, (_, name: string) => `${OPEN}${name}${CLOSE}`),
  );
  return wordsOfHtml(marked.join('\n'))
    .replaceAll(OPEN, '<at>')
    .replaceAll(CLOSE, '</at>')
    .replace(BLANK_LINES, '\n\n')
    .trim();
}

/** Blocks within blocks leave several. */
const BLANK_LINES = /\n{3,}/g;

/** The rich form of the message, which is not a file (wire 1.3). */
export const htmlIn = (activity: JsonRecord): readonly string[] =>
  recordsOf(activity.attachments).flatMap(({ contentType, content }) =>
    contentType === 'text/html' ? [textOf(content) ?? ''] : [],
  );
