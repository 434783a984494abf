/** Line ends of every kind, including those that only some programs know. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** A fast check for texts that may need a change, which hardly any does. */
const SUSPECT = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\u2060\u2065-\ud7ff]/;
/** Invisible characters, except tabs, line ends and the joiners of emoji and letters. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;
/** Tag characters spell text that models read and people do not see. Only flags of regions need them. */
const TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/**
 * Variation selectors and invisible mathematical operators can spell hidden text too. A character has at most one
 * selector, and only Han characters use those of the supplement.
 */
const SELECTORS =
  /(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]+|[\u2061-\u2064]/gu;
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

const LOOK_ALIKES: Readonly<Record<string, string>> = { '"': "'", '[': '(', ']': ')', '<': '‹', '>': '›' };

/** A person's text as a model may read it: the same words, lines ended by `\n`, nothing hidden in it. */
export function readable(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .toWellFormed()
    .replace(LINE_END, '\n')
    .replace(CONTROL, '')
    .replace(TAGS, '$1')
    .replace(SELECTORS, '');
}

/**
 * A text that somebody else chose (a name, a title, the beginning of a message), made fit to be quoted in a line of
 * ours: one line, without characters that could end the quote or turn the writing direction.
 * @param maxChars code points
 */
export function inline(text: string, maxChars: number): string {
  const line = readable(text).replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();
  const chars = Array.from(line.replace(/["[\]<>]/g, (char) => LOOK_ALIKES[char] ?? ''));
  return chars.length <= maxChars ? chars.join('') : `${chars.slice(0, maxChars).join('').trimEnd()}…`;
}
