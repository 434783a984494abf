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
  /** The tag in the text; undefined where the service leaves it out, as it does for a name with `&` (wire 13). */
  readonly tag: string | undefined;
  readonly name: string | undefined;
  readonly isOfBot: boolean;
}

/** The id of the bot's account has no case, because it is that of its app. */
function mentionsIn({ entities, recipient }: JsonRecord): readonly Mention[] {
  const bot = textOf(fieldsOf(recipient).id)?.toLowerCase();
  return recordsOf(entities).flatMap((entity) => {
    if (entity.type !== 'mention') return [];
    const { id, name } = fieldsOf(entity.mentioned);
    const isOfBot = bot !== undefined && textOf(id)?.toLowerCase() === bot;
    return [{ tag: textOf(entity.text), name: textOf(name), isOfBot }];
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
  const said = saidIn(activity);
  const mentioned = mentionsByTag(said, mentionsIn(activity)).values();
  const words = said.replace(ANY_TAG, (_, _tag: string, inner: string, space: string) => {
    const { name = inner, isOfBot = false } = mentioned.next().value ?? {};
    return isOfBot ? '' : `@${name.length > MAX_NAME || name === inner ? inner : escaped(name)}${space}`;
  });
  return unescaped(words).replace(HARD_SPACE, ' ').replace(INVISIBLE, '').trim();
}

/**
 * The mention of each tag in the text, in order: that with the tag as its text, else that with the name in the tag, else
 * the next of those without text that has no tag yet.
 */
function mentionsByTag(said: string, mentions: readonly Mention[]): (Mention | undefined)[] {
  // Where two have one name, the tag is the bot's.
  const botLast = mentions.toSorted((one, other) => Number(one.isOfBot) - Number(other.isOfBot));
  const exact = new Map(botLast.map((each) => [each.tag, each]));
  const loose = new Map(botLast.map((each) => [each.tag?.toLowerCase(), each]));
  const named = new Map(botLast.map((each) => [each.name && comparable(each.name), each]));
  const found = [...said.matchAll(ANY_TAG)].map(
    ([, tag = '', inner = '']) =>
      exact.get(tag) ?? loose.get(tag.toLowerCase()) ?? named.get(comparable(inner)),
  );
  const taken = new Set(found);
  const left = mentions.filter((each) => each.tag === undefined && !taken.has(each)).values();
  return found.map((each) => each ?? left.next().value);
}

/** Names are escaped in some places. */
const comparable = (name: string): string =>
  unescaped(name).replace(/\s+/g, ' ').trim().normalize('NFC').toLowerCase();

/** The text without the places of quotes, or the text of the rich form where a client sends only that. */
function saidIn(activity: JsonRecord): string {
  const text = (textOf(activity.text) ?? '').replace(QUOTED, '');
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
