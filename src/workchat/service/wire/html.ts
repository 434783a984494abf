// Every pattern stops at the next tag: a search from each tag to the end of the text would take minutes for a message
// of the maximum size. And no pattern searches for an attribute and then for the end of its tag, because in an unclosed
// tag with thousands of attributes it would search from each of them.
const BLOCK = /<(\/?)(p|div|li|ul|ol|pre|codeblock|blockquote|h[1-6]|tr|table|td|th|br)\b[^<>]*>/gi;
/** Marks the beginning of a further cell of a row; people never type this character. */
const CELL = '\uE002';
// Scans a long run of spaces only once, not again from each space.
const CELLS = new RegExp(`(?<!\\s)\\s*${CELL}\\s*`, 'g');
const SHOWN = /<(?:emoji|img)\b[^<>]*>/gi;
const IS_EMOJI = /^<emoji|schema\.skype\.com\/Emoji/i;
const ALT = /\balt="([^"<]*)"/i;
/** Excludes pictures that the platform adds, such as emoji. */
const PICTURE = /<img\b(?![^<>]*schema\.skype\.com\/Emoji)[^<>]*?\bsrc="([^"<]+)"/gi;
const QUOTE = /<blockquote\b[^<>]*>/gi;
const IS_REPLY = /\bitemtype="https?:\/\/schema\.skype\.com\/Reply"/i;
const QUOTE_END = /<\/blockquote>/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/**
 * The text of HTML, still escaped: emoji as characters, a line break where a block begins or ends, a row of a table as a
 * line.
 */
export const wordsOfHtml = (html: string): string => untagged(laidOut(html.replace(SHOWN, altOf)));

function laidOut(html: string): string {
  let [isInCell, isFirst] = [false, false];
  const lines = html.replace(BLOCK, (_, end: string, name: string) => {
    const tag = name.toLowerCase();
    if (tag === 'td' || tag === 'th') {
      const shown = end !== '' || isFirst ? '' : CELL;
      [isInCell, isFirst] = [end === '', false];
      return shown;
    }
    if (tag === 'tr' || tag === 'table') [isInCell, isFirst] = [false, true];
    return isInCell ? ' ' : '\n';
  });
  return lines.replace(CELLS, ' | ');
}

const altOf = (tag: string): string => (IS_EMOJI.test(tag) ? ALT.exec(tag)?.[1] : undefined) ?? tag;

/** The addresses of the pictures in HTML, still escaped. */
export const picturesIn = (html: string): readonly string[] =>
  [...html.matchAll(PICTURE)].map(([, src = '']) => src);

/** A quoted message in HTML, with its own tag. */
export interface HtmlQuote {
  readonly tag: string;
  /** Still HTML. */
  readonly inner: string;
  readonly begin: number;
  /** Undefined for a quote that is not closed. */
  readonly end: number | undefined;
}

/** The quoted messages, in their order. */
export function quotesInHtml(html: string): readonly HtmlQuote[] {
  // Not a search in lower case: `İ` is two characters there, so places behind it would be others.
  const ends = new RegExp(QUOTE_END);
  const found: HtmlQuote[] = [];
  let from = 0;
  for (const { 0: tag, index: begin } of html.matchAll(QUOTE)) {
    if (begin < from || !IS_REPLY.test(tag)) continue;
    ends.lastIndex = begin;
    const close = ends.exec(html);
    const end = close ? ends.lastIndex : undefined;
    found.push({ tag, inner: html.slice(begin + tag.length, close?.index), begin, end });
    if (end === undefined) break;
    from = end;
  }
  return found;
}

/** Removes quoted messages. */
export function withoutQuotes(html: string): string {
  let [kept, from] = ['', 0];
  for (const { begin, end } of quotesInHtml(html)) {
    if (end === undefined) break;
    kept += html.slice(from, begin);
    from = end;
  }
  return kept + html.slice(from);
}

export const untagged = (html: string): string => html.replace(TAG, '');

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const unescaped = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point < 0x110000 ? String.fromCodePoint(point) : whole;
  });
