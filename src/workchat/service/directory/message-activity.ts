import type { Reference } from '../references/references.js';
import type { Activity } from '../wire/activity.js';
import { picturesIn, unescaped, withoutQuotes, wordsOfHtml } from '../wire/html.js';
import { fieldsOf, type JsonRecord, recordsOf, textOf } from '../../../channels/kit/index.js';

const PREFORMATTED = /(<(?:pre|codeblock)\b(?:(?!<(?:pre|codeblock)\b).)*?<\/(?:pre|codeblock)>)/gis;
// Scans a long run of spaces only once, not again from each space.
const LINE_BREAKS = /(?<![ \t])[ \t]*[\r\n]+\s*/g;
const SPACED_BREAKS = /(?<! ) *\n[ \n]*/g;
const MENTION = /<at\b([^<>]*)>((?:(?!<at\b).)*?)<\/at>/gis;
const ATTACHMENT_TAG = /<attachment\b([^<>]*)>(?:\s*<\/attachment>)?/gi;
const ID = /\bid="([^"<]*)"/i;

/** Replaces a tag while the surrounding HTML is converted to text; people never type these characters. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

/**
 * Converts a message of the directory to the form of the bot channel (wire 1.3 to 1.6, 1.17), so that a fetched message
 * has the same content and key as a live one.
 *
 * @param entry `chatMessage` of the directory (wire 5.6)
 * @returns undefined for a deleted message or one of the platform itself
 */
export function messageActivity(
  entry: JsonRecord,
  reference: Reference,
  appId: string,
): Activity | undefined {
  const from = accountIn(fieldsOf(entry.from), appId, reference);
  if (entry.messageType !== 'message' || textOf(entry.deletedDateTime) !== undefined || !from)
    return undefined;
  const { content, contentType } = fieldsOf(entry.body);
  const body = typeof content === 'string' ? content : '';
  const html = contentType === 'text' ? escaped(body) : quotesRestored(body, recordsOf(entry.attachments));
  const { text, entities } = spoken(html, recordsOf(entry.mentions), (of) => accountIn(of, appId, reference));
  return {
    type: 'message',
    id: String(entry.id),
    timestamp: String(entry.createdDateTime),
    serviceUrl: reference.serviceUrl,
    channelId: reference.channelId,
    from,
    recipient: reference.bot,
    text,
    entities,
    attachments: [...shownIn(html), ...filesIn(entry), { contentType: 'text/html', content: html }],
    ...(textOf(entry.replyToId) === undefined ? {} : { replyToId: entry.replyToId }),
  };
}

/** A person by their directory id, a program by its account. */
function accountIn(
  identity: JsonRecord,
  appId: string,
  { bot, person: partner }: Reference,
): JsonRecord | undefined {
  const { user, application } = identity;
  const [person, app] = [textOf(fieldsOf(user).id), textOf(fieldsOf(application).id)];
  const name = textOf(fieldsOf(user).displayName) ?? textOf(fieldsOf(application).displayName);
  const named = name === undefined ? {} : { name };
  // The platform has told both ids of the other person in a personal chat.
  if (person !== undefined)
    return { ...(partner?.aadObjectId === person ? partner : {}), aadObjectId: person, ...named };
  if (app === undefined) return undefined;
  return app.toLowerCase() === appId.toLowerCase() ? { ...bot } : { id: `28:${app}`, role: 'bot', ...named };
}

/**
 * Puts quotes back into the HTML, where the bot channel has them; the directory has them in an attachment (wire 1.6).
 */
function quotesRestored(html: string, attachments: readonly JsonRecord[]): string {
  const quoted = attachments
    .filter(({ contentType }) => contentType === 'messageReference')
    .map(({ id }) => id);
  return html.replace(ATTACHMENT_TAG, (_, attributes: string) => {
    const id = ID.exec(attributes)?.[1];
    return id !== undefined && quoted.includes(id)
      ? `<blockquote itemtype="http://schema.skype.com/Reply" itemid="${id}"></blockquote>`
      : '';
  });
}

interface Spoken {
  readonly text: string;
  readonly entities: readonly JsonRecord[];
}

/** The text, with the tags and entities of mentions. */
function spoken(
  html: string,
  mentions: readonly JsonRecord[],
  who: (of: JsonRecord) => JsonRecord | undefined,
): Spoken {
  const tags: string[] = [];
  const entities: JsonRecord[] = [];
  const marked = withoutQuotes(html).replace(MENTION, (whole, attributes: string, shown: string) => {
    const id = ID.exec(attributes)?.[1];
    if (id === undefined) return whole;
    const mention = mentions.find((each) => String(each.id) === id);
    const name = textOf(mention?.mentionText) ?? unescaped(wordsOfHtml(shown));
    const tag = `<at>${name}</at>`;
    entities.push({ type: 'mention', text: tag, mentioned: { ...who(fieldsOf(mention?.mentioned)), name } });
    return `${OPEN}${tags.push(tag) - 1}${CLOSE}`;
  });
  const text = linesOf(marked).replace(
    new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g'),
    (_, at: string) => tags[Number(at)] ?? '',
  );
  return { text, entities };
}

/** Turns line breaks of the HTML source into spaces, except in preformatted text; still escaped, as a live text is. */
function linesOf(html: string): string {
  const parts = html.split(PREFORMATTED).map((part, index) => {
    const words = wordsOfHtml(index % 2 === 1 ? part : part.replace(LINE_BREAKS, ' '));
    return index % 2 === 1 ? words : words.replace(SPACED_BREAKS, '\n');
  });
  return parts.join('').trim();
}

/** Replaces the addresses of hosted contents, which the directory uses instead of the bot channel's. */
const shownIn = (html: string): JsonRecord[] =>
  picturesIn(withoutQuotes(html)).map((src) => ({ contentType: 'image/*', contentUrl: unescaped(src) }));

const filesIn = ({ attachments }: JsonRecord): readonly JsonRecord[] =>
  recordsOf(attachments).filter(({ contentType }) => contentType === 'reference');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
