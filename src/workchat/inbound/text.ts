import { type Fields, fieldsOf, recordsOf, textOf } from '../service/wire/json.js';

/**
 * Tags of mentions, whose content is shown (wire 1.4). Like all patterns here, it stops at the next tag: a search from
 * each tag to the end of the text would take minutes for a message of the maximum size.
 */
const ANY_TAG = /(<at(?:\s[^<>]*)?>([^<]*)<\/at>)( ?)/gi;
/** Invisible characters that editors insert; joiners stay, because emoji need them. */
const INVISIBLE = /[\u200b\u2060\ufeff]/g;
const HARD_SPACE = /&nbsp;|\u00a0/gi;
const QUOTE = /<blockquote\b[^<>]*>/gi;
const IS_REPLY = /\bitemtype="https?:\/\/schema\.skype\.com\/Reply"/i;
const ITEM_ID = /\bitemid="([^"]{1,256})"/i;
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
function mentionsIn({ entities, recipient }: Fields): readonly Mention[] {
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
export const mentionsBot = (activity: Fields): boolean => mentionsIn(activity).some(({ isOfBot }) => isOfBot);

/** The text as typed: without the mention of the bot, with the names of mentioned people. */
export function wordsOf(activity: Fields): string {
  // Where two have one name, the tag is the bot's.
  const mentions = mentionsIn(activity).toSorted((one, other) => Number(one.isOfBot) - Number(other.isOfBot));
  const exact = new Map(mentions.map((each) => [each.tag, each]));
  const loose = new Map(mentions.map((each) => [each.tag.toLowerCase(), each]));
  return (textOf(activity.text) ?? '')
    .replace(ANY_TAG, (_, tag: string, inner: string, space: string) => {
      const { name = inner, isOfBot = false } = exact.get(tag) ?? loose.get(tag.toLowerCase()) ?? {};
      return isOfBot ? '' : `@${name.length > MAX_NAME ? inner : name}${space}`;
    })
    .replace(HARD_SPACE, ' ')
    .replace(INVISIBLE, '')
    .trim();
}

/** The message quoted in a chat, which only the rich form has (wire 1.6). */
export function quotedIn(activity: Fields): string | undefined {
  for (const html of htmlIn(activity)) {
    const quote = html.match(QUOTE)?.find((tag) => IS_REPLY.test(tag));
    const [, id] = ITEM_ID.exec(quote ?? '') ?? [];
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The rich form of the message, which is not a file (wire 1.3). */
export const htmlIn = (activity: Fields): readonly string[] =>
  recordsOf(activity.attachments).flatMap(({ contentType, content }) =>
    contentType === 'text/html' && typeof content === 'string' ? [content] : [],
  );
