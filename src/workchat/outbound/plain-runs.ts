import type { JsonRecord } from '../../channels/kit/index.js';

/** Kept where HTML would show one space, or none at the beginning of a line. */
const SHOWN_SPACE = '\u00a0';
const COLLAPSING = /(?<=^| ) /gm;

/** Clients may cut off a word that is wider than the card, so it can break here. */
const BREAK = '\u200b';
const LONG_WORD = 24;
const WORD = /[^ \n]+/g;
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Clients replace `{{DATE(…)}}`, and `<at>` is the mark of a mention: neither is found if its signs are in two runs. */
const MARKUP = /(?<=\{)(?=\{)|(?<=<)(?=\/?at\b)/i;

/**
 * A text that is shown character for character, as the runs of a rich text block: unlike a text block, it has no markdown.
 * The text has no characters that cannot be seen, except line breaks.
 */
export const plainRuns = (text: string, look: JsonRecord): readonly JsonRecord[] =>
  laidOut(text)
    .split(MARKUP)
    .map((run) => ({ type: 'TextRun', text: run, ...look }));

/**
 * A text whose spaces and lines are all shown, and whose words fit. Clients leave out an empty line at an end, and a run
 * without text.
 */
export function laidOut(text: string): string {
  const lines = text.replace(COLLAPSING, SHOWN_SPACE).split('\n');
  return lines.map((line) => (line === '' ? SHOWN_SPACE : line.replace(WORD, breakable))).join('\n');
}

function breakable(word: string): string {
  if (word.length <= LONG_WORD) return word;
  let shown = '';
  let sinceBreak = 0;
  for (const { segment } of characters.segment(word)) {
    if (sinceBreak + segment.length > LONG_WORD) {
      shown += BREAK;
      sinceBreak = 0;
    }
    shown += segment;
    sinceBreak += segment.length;
  }
  return shown;
}
