/**
 * Compares a text or a file's name with what came back from a service. macOS, for one, changes texts on their way:
 * straight quotes become curly, `--` an em dash, two spaces one; an emoji gets U+FE0F, a name U+202F before AM and
 * decomposed letters (imbridge-wire 15). The only place that knows what such a change is.
 */

/**
 * How a text that came back is like the one that was sent. `equal`: apart from typography. `same`: the same letters and
 * digits, as the bridge itself compares. `near`: the same digits, and few other letters.
 */
export type Likeness = 'equal' | 'same' | 'near' | 'other';

/** No content of a text: what marks a file, a form of an emoji, a writing direction; what no database takes. */
const UNSEEN = /[\0\u00ad\u200b\u200e\u200f\u2060\ufeff\ufffc\ufffd]|\p{Variation_Selector}|\p{Surrogate}/gu;
const DOUBLE_QUOTES = /[\u201c-\u201f\u00ab\u00bb\u2033]/g;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u02bc\u00b4`]/g;
const SPACE = /[\s\u202f\u00a0]/gu;
const DASHES = /[-\u2010-\u2015\u2212]+/g;
const NOT_WORDS = /[^\p{L}\p{N}\p{M}]/gu;
const NOT_DIGITS = /\P{N}/gu;
/** Most texts; the forms above that are not ASCII take ten times as long to look for. */
const ASCII = /^[\t\n\r -\x7e]*$/;
const NOT_ASCII_WORDS = /[^A-Za-z\d]+/g;

/** Of two texts, the share of pairs of letters in common from which they are near each other. */
const NEAR = 0.8;
/** With fewer letters, one changed letter makes another word. */
const FEWEST_LETTERS = 6;

/** A name without its typography: composed letters, straight quotes, plain spaces. Case and punctuation stay. */
export function plainName(name: string): string {
  if (ASCII.test(name)) return name.replace(/[\t\n\r]/g, ' ').replaceAll('`', "'");
  return name
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(SPACE, ' ')
    .replace(DOUBLE_QUOTES, '"')
    .replace(SINGLE_QUOTES, "'");
}

/** A text without its typography: as `plainName`, and white space, dashes and dots in one form. */
const plainText = (text: string): string =>
  plainName(text).replace(/ +/g, ' ').replace(DASHES, '-').replaceAll('\u2026', '...').trim();

/** The letters and digits of all scripts; `1/2` has those of `½`, in whose place macOS puts it. */
const wordsOf = (plain: string): string =>
  ASCII.test(plain) ? plain.replace(NOT_ASCII_WORDS, '') : plain.normalize('NFKC').replace(NOT_WORDS, '');

/**
 * A key that texts have in common which are `equal` or `same`: the letters and digits, or the text without its
 * typography where it has none. Empty for an empty text only.
 */
export function comparableText(text: string): string {
  const plain = plainText(text);
  return wordsOf(plain) || plain;
}

/** Pure; linear in the lengths of the texts. */
export function likenessOf(one: string, other: string): Likeness {
  const [plain, otherPlain] = [plainText(one), plainText(other)];
  if (plain === otherPlain) return 'equal';
  const [words, otherWords] = [wordsOf(plain), wordsOf(otherPlain)];
  if (words === '' || otherWords === '') return 'other';
  if (words === otherWords) return 'same';
  return isNear(words, otherWords) ? 'near' : 'other';
}

/** No service changes a number, so `room 12` is never near `room 13`. */
function isNear(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < FEWEST_LETTERS) return false;
  if (one.replace(NOT_DIGITS, '') !== other.replace(NOT_DIGITS, '')) return false;
  const pairs = pairsOf(one);
  let common = 0;
  for (const [pair, count] of pairsOf(other)) common += Math.min(count, pairs.get(pair) ?? 0);
  return (2 * common) / (one.length + other.length - 2) >= NEAR;
}

function pairsOf(words: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < words.length; at++) {
    const pair = words.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
