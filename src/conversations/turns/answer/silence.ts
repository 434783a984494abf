/** The answer that a model gives to say that it has nothing to say. */
const NO_REPLY = /^\s*`?NO_REPLY`?[.!]?\s*$/i;
const BLANK_LINE = /(\n[^\S\n]*\n)/;

/** The text without the paragraphs that only say that there is nothing to say. */
export function withoutSilence(text: string): string {
  const paragraphs = text.split(BLANK_LINE);
  return paragraphs.some((each) => NO_REPLY.test(each))
    ? paragraphs.filter((each) => !NO_REPLY.test(each)).join('')
    : text;
}

/** The length of an unfinished text up to the first such paragraph, or the first that may become one. UTF-16 units. */
export function beforeSilence(text: string): number {
  let at = 0;
  for (const part of text.split(BLANK_LINE)) {
    if (mayBeSilence(part)) return at;
    at += part.length;
  }
  return at;
}

function mayBeSilence(part: string): boolean {
  const said = part.trim().replace(/^`/, '').toUpperCase();
  return said !== '' && (NO_REPLY.test(part) || 'NO_REPLY'.startsWith(said));
}
