import type { Reference } from '../references/references.js';
import type { Activity } from '../wire/activity.js';
import { picturesIn, unescaped, withoutQuotes, wordsOfHtml } from '../wire/html.js';
import { type Fields, fieldsOf, recordsOf, textOf } from '../wire/json.js';

const PREFORMATTED = /(<(?:pre|codeblock)\b(?:(?!<(?:pre|codeblock)\b).)*?<\/(?:pre|codeblock)>)/gis;
// A long row of spaces without a break behind it is looked through once, and not again from each of its spaces.
const LINE_BREAKS = /(?<![ \t])[ \t]*[\r\n]+\s*/g;
const SPACED_BREAKS = /(?<! ) *\n[ \n]*/g;
const MENTION = /<at\b([^<>]*)>((?:(?!<at\b).)*?)<\/at>/gis;
const ATTACHMENT_TAG = /<attachment\b([^<>]*)>(?:\s*<\/attachment>)?/gi;
const ID = /\bid="([^"<]*)"/i;

/** Stands for a tag while the words around it are taken out of their HTML; no person types such letters. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

/**
 * A message of the directory as the bot channel would have brought it (wire 1.3 to 1.6, 1.17), so that what is read later
 * becomes the same message as what is heard live, under the same key.
 *
 * @param entry `chatMessage` of the directory (wire 5.6)
 * @returns undefined for one without words of anybody: deleted, or of the platform itself
 */
export function messageActivity(entry: Fields, reference: Reference, appId: string): Activity | undefined {
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
function accountIn(identity: Fields, appId: string, { bot, person: partner }: Reference): Fields | undefined {
  const { user, application } = identity;
  const [person, app] = [textOf(fieldsOf(user).id), textOf(fieldsOf(application).id)];
  const name = textOf(fieldsOf(user).displayName) ?? textOf(fieldsOf(application).displayName);
  const named = name === undefined ? {} : { name };
  // The other person of a personal chat is known by both of their ids.
  if (person !== undefined)
    return { ...(partner?.aadObjectId === person ? partner : {}), aadObjectId: person, ...named };
  if (app === undefined) return undefined;
  return app.toLowerCase() === appId.toLowerCase() ? { ...bot } : { id: `28:${app}`, role: 'bot', ...named };
}

/** The directory tells of a quote in an attachment, the bot channel in the HTML itself (wire 1.6). */
function quotesRestored(html: string, attachments: readonly Fields[]): string {
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
  readonly entities: readonly Fields[];
}

/** The words, with the tags and the entities mentions have there. */
function spoken(html: string, mentions: readonly Fields[], who: (of: Fields) => Fields | undefined): Spoken {
  const tags: string[] = [];
  const entities: Fields[] = [];
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

/** Breaks in the source of HTML are spaces, but for what is preformatted. */
function linesOf(html: string): string {
  const parts = html.split(PREFORMATTED).map((part, index) => {
    const words = wordsOfHtml(index % 2 === 1 ? part : part.replace(LINE_BREAKS, ' '));
    return index % 2 === 1 ? words : words.replace(SPACED_BREAKS, '\n');
  });
  return unescaped(parts.join('')).trim();
}

/** Where the bot channel has addresses of its own, the directory has those of its hosted contents. */
const shownIn = (html: string): Fields[] =>
  picturesIn(withoutQuotes(html)).map((src) => ({ contentType: 'image/*', contentUrl: unescaped(src) }));

const filesIn = ({ attachments }: Fields): readonly Fields[] =>
  recordsOf(attachments).filter(({ contentType }) => contentType === 'reference');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
