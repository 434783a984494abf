import type { QuotedMessage, RemoteMessageId } from '../../channels/index.js';
import { fieldsOf, type JsonRecord, recordsOf, textOf } from '../../channels/kit/index.js';
import { messageIdOf, senderOf } from '../ids/id.js';
import { quotesInHtml, unescaped, wordsOfHtml } from '../service/wire/html.js';
import { accountOf, senderRefOf } from './place.js';
import { htmlIn } from './text.js';

const ITEM_ID = /\bitemid="([^"]{1,256})"/i;
const STRONG = /<strong\b[^<>]*>/gi;
const IS_AUTHOR = /\bitemprop="mri"/i;
const STRONG_END = /<\/strong>/i;
const PARAGRAPH = /<p\b[^<>]*>/gi;
const PARAGRAPH_END = /<\/p>/i;
/** The service shortens the preview; some clients send the whole as well (wire 1.6). */
const IS_WHOLE = /\bitemprop="copy"/i;
const IS_PREVIEW = /\bitemprop="preview"/i;
const MARKER = /<quoted\b[^<>]*>/gi;
const MARKED_ID = /\bmessageId=["']([^"']{1,256})["']/i;
/** The form of a person's account in quotes (wire 1.1). */
const DIRECTORY_ACCOUNT = /^8:orgid:/i;
/** A message can quote several; no one reads more of them. */
const MAX_QUOTES = 10;
/** The longest quoted text that is kept: the service itself shortens to about a hundred. */
const MAX_TEXT = 1_000;

type Quote = Partial<QuotedMessage>;

/** The messages that a message quotes. */
export interface Quotes {
  /** The first one that has an id. */
  readonly answered: RemoteMessageId | undefined;
  /** Those whose words the service repeats. */
  readonly told: readonly QuotedMessage[];
}

/**
 * The entity of 2026, the rich form and the marker in the text each tell a part: the entity a preview, the rich form
 * the author's directory id, the marker the id alone (wire 1.6 and 13).
 */
export function quotesIn(activity: JsonRecord): Quotes {
  const found = new Map<string, Quote>();
  for (const quote of [...ofEntities(activity), ...ofHtml(activity), ...ofMarkers(activity)]) {
    const key = quote.messageId ?? '';
    if (found.has(key) || found.size < MAX_QUOTES) found.set(key, { ...quote, ...found.get(key) });
  }
  const all = [...found.values()];
  return {
    answered: all.find(({ messageId }) => messageId !== undefined)?.messageId,
    told: all.filter(isTold),
  };
}

const isTold = (quote: Quote): quote is QuotedMessage => quote.text !== undefined;

function ofEntities(activity: JsonRecord): readonly Quote[] {
  return recordsOf(activity.entities).flatMap(({ type, quotedReply }) => {
    if (type !== 'quotedReply') return [];
    const { messageId, senderId, senderName, preview } = fieldsOf(quotedReply);
    const said = { text: textOf(preview), account: textOf(senderId), name: textOf(senderName) };
    return [quoteOf(activity, { id: messageId, ...said })];
  });
}

const ofHtml = (activity: JsonRecord): readonly Quote[] =>
  htmlIn(activity)
    .flatMap(quotesInHtml)
    .map(({ tag, inner }) => {
      const author = elementIn(inner, STRONG, IS_AUTHOR, STRONG_END);
      return quoteOf(activity, {
        id: ITEM_ID.exec(tag)?.[1],
        text: (
          elementIn(inner, PARAGRAPH, IS_WHOLE, PARAGRAPH_END) ??
          elementIn(inner, PARAGRAPH, IS_PREVIEW, PARAGRAPH_END)
        )?.text,
        account: ITEM_ID.exec(author?.tag ?? '')?.[1],
        name: author?.text,
      });
    });

const ofMarkers = (activity: JsonRecord): readonly Quote[] =>
  [...(textOf(activity.text) ?? '').matchAll(MARKER)]
    .slice(0, MAX_QUOTES)
    .map(([tag]) => quoteOf(activity, { id: MARKED_ID.exec(tag)?.[1] }));

/** The first of these elements, with its text; the pattern of the tags stops at the next tag. */
function elementIn(
  html: string,
  tags: RegExp,
  isIt: RegExp,
  close: RegExp,
): { readonly tag: string; readonly text: string } | undefined {
  for (const { 0: tag, index } of html.matchAll(tags)) {
    if (!isIt.test(tag)) continue;
    const inner = html.slice(index + tag.length);
    const end = inner.search(close);
    return { tag, text: unescaped(wordsOfHtml(end === -1 ? inner : inner.slice(0, end))) };
  }
  return undefined;
}

interface Parts {
  readonly id: unknown;
  readonly text?: string | undefined;
  readonly account?: string | undefined;
  readonly name?: string | undefined;
}

function quoteOf(activity: JsonRecord, { id, text = '', account, name = '' }: Parts): Quote {
  const messageId = messageIdOf(id);
  const words = text.trim().slice(0, MAX_TEXT).toWellFormed();
  const sender = account === undefined ? undefined : senderIn(activity, account);
  return {
    ...(messageId === undefined ? {} : { messageId }),
    ...(words === '' ? {} : { text: words }),
    ...(sender === undefined ? {} : { sender }),
    ...(name.trim() === '' ? {} : { senderName: name.trim() }),
  };
}

/** The author in our form: the id by which their own messages come. */
function senderIn({ from }: JsonRecord, account: string): QuotedMessage['sender'] {
  if (accountOf(from).id === account) return senderRefOf(from, undefined)?.id;
  return DIRECTORY_ACCOUNT.test(account)
    ? senderOf(account.replace(DIRECTORY_ACCOUNT, ''), undefined)
    : senderOf(undefined, account);
}
