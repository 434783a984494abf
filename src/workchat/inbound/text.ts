import { type Fields, fieldsOf, recordsOf, textOf } from '../service/wire/json.js';

/**
 * Tags of mentions; what stands in them is shown (wire 1.4). As all patterns here it ends at the next tag: one that looks
 * on to the end of the text, from each beginning of a tag, would take minutes for a message of the platform's size.
 */
const ANY_TAG = /(<at(?:\s[^<>]*)?>([^<]*)<\/at>)( ?)/gi;
/** Characters that editors put in and nobody sees; joiners stay, emoji are made with them. */
const INVISIBLE = /[\u200b\u2060\ufeff]/g;
const HARD_SPACE = /&nbsp;|\u00a0/gi;
const QUOTE = /<blockquote\b[^<>]*>/gi;
const IS_REPLY = /\bitemtype="https?:\/\/schema\.skype\.com\/Reply"/i;
const ITEM_ID = /\bitemid="([^"]{1,256})"/i;
/** A mention's name may make the text no longer than names do. */
const MAX_NAME = 256;

/** A mention as an entity tells of it. */
interface Mention {
  /** The tag as it stands in the text. */
  readonly tag: string;
  readonly id: string | undefined;
  readonly name: string | undefined;
}

const mentionsIn = (activity: Fields): readonly Mention[] =>
  recordsOf(activity.entities).flatMap((entity) => {
    const tag = textOf(entity.text);
    if (entity.type !== 'mention' || tag === undefined) return [];
    const { id, name } = fieldsOf(entity.mentioned);
    return [{ tag, id: textOf(id), name: textOf(name) }];
  });

/** The service says that the bot is addressed: by its id, since names can be shared and changed (wire 1.4). */
export function mentionsBot(activity: Fields): boolean {
  const bot = textOf(fieldsOf(activity.recipient).id);
  return bot !== undefined && mentionsIn(activity).some(({ id }) => id === bot);
}

/** The text as somebody wrote it: without the mention of the bot, with people's names where they are mentioned. */
export function wordsOf(activity: Fields): string {
  const bot = textOf(fieldsOf(activity.recipient).id);
  const mentions = mentionsIn(activity);
  const own = new Set(mentions.flatMap(({ tag, id }) => (id !== undefined && id === bot ? [tag] : [])));
  const names = new Map(mentions.map(({ tag, name }) => [tag, name]));
  return (textOf(activity.text) ?? '')
    .replace(ANY_TAG, (_, tag: string, inner: string, space: string) => {
      const name = names.get(tag) ?? inner;
      return own.has(tag) ? '' : `@${name.length > MAX_NAME ? inner : name}${space}`;
    })
    .replace(HARD_SPACE, ' ')
    .replace(INVISIBLE, '')
    .trim();
}

/** The message quoted in a chat; the platform says so in the rich form only (wire 1.6). */
export function quotedIn(activity: Fields): string | undefined {
  for (const html of htmlIn(activity)) {
    const quote = html.match(QUOTE)?.find((tag) => IS_REPLY.test(tag));
    const [, id] = ITEM_ID.exec(quote ?? '') ?? [];
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The rich form of the message; no file (wire 1.3). */
export const htmlIn = (activity: Fields): readonly string[] =>
  recordsOf(activity.attachments).flatMap(({ contentType, content }) =>
    contentType === 'text/html' && typeof content === 'string' ? [content] : [],
  );
