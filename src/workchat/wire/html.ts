const BLOCK = /<(?:\/?(?:p|div|li|ul|ol|pre|codeblock|blockquote|h[1-6]|tr|table)|br)\b[^>]*>/gi;
const EMOJI =
  /<emoji\b[^>]*?\balt="([^"]*)"[^>]*>|<img\b(?=[^>]*schema\.skype\.com\/Emoji)[^>]*?\balt="([^"]*)"[^>]*>/gi;
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

/** The words of HTML, still escaped: emoji as they are, a line break where a block begins or ends. */
export const wordsOfHtml = (html: string): string =>
  untagged(html.replace(EMOJI, (_, one?: string, other?: string) => one ?? other ?? '').replace(BLOCK, '\n'));

export const untagged = (html: string): string => html.replace(TAG, '');

export const unescaped = (text: string): string =>
  text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point < 0x110000 ? String.fromCodePoint(point) : whole;
  });
