import type { Reference } from '../references/references.js';
import type { Activity } from '../wire/activity.js';
import { escaped, picturesIn, unescaped, withoutQuotes, wordsOfHtml } from '../wire/html.js';
import { fieldsOf, type JsonRecord, parseJson, recordsOf, textOf } from '../../../channels/kit/index.js';

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
  const shown = contentType === 'text' ? paragraphOf(body) : body;
  const html = quotesRestored(shown, recordsOf(entry.attachments));
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
 * Puts quotes and forwarded messages back into the HTML, where the bot channel has them; the directory has them in
 * attachments (wire 1.6 and 13). Without a tag in the body they stand at its end.
 */
function quotesRestored(html: string, attachments: readonly JsonRecord[]): string {
  const told = new Map(attachments.flatMap(toldIn));
  const restored = html.replace(ATTACHMENT_TAG, (_, attributes: string) => {
    const id = unescaped(ID.exec(attributes)?.[1] ?? '');
    const found = told.get(id) ?? '';
    told.delete(id);
    return found;
  });
  return restored + [...told.values()].join('');
}

const FORWARD = '<blockquote itemtype="http://schema.skype.com/Forward">';

/** The HTML of a quoted or forwarded message, by the id of its attachment. */
function toldIn({ id, contentType, content }: JsonRecord): (readonly [id: string, html: string])[] {
  const fields = fieldsOf(typeof content === 'string' ? parseJson(content)?.value : content);
  if (contentType === 'messageReference') return [[String(id), quoteHtml(String(id), fields)]];
  if (contentType !== 'forwardedMessageReference') return [];
  // Only its words: its mentions and attachments have the numbers of the other message.
  const words = linesOf(textOf(fields.originalMessageContent) ?? '').replaceAll('\n', '<br>');
  return words === '' ? [] : [[String(id), `${FORWARD}${words}</blockquote>`]];
}

function quoteHtml(id: string, { messagePreview, messageSender }: JsonRecord): string {
  const { user, application } = fieldsOf(messageSender);
  const [person, app] = [textOf(fieldsOf(user).id), textOf(fieldsOf(application).id)];
  const author = person === undefined ? `28:${app ?? ''}` : `8:orgid:${person}`;
  const name = textOf(fieldsOf(user).displayName) ?? textOf(fieldsOf(application).displayName) ?? '';
  return [
    `<blockquote itemtype="http://schema.skype.com/Reply" itemid="${inAttribute(id)}">`,
    `<strong itemprop="mri" itemid="${inAttribute(author)}">${escaped(name)}</strong>`,
    `<p itemprop="preview">${escaped(textOf(messagePreview) ?? '')}</p></blockquote>`,
  ].join('');
}

const inAttribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');

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

/** A plain text as HTML. */
const paragraphOf = (text: string): string => escaped(text).replaceAll('\n', '<br>');
