import { FenceWatch } from '../../../channels/index.js';
import { ShownLines } from './line-breaks.js';

/**
 * Converts a model's markdown to what the platform can show, which is less (wire 3.4): tables, nested lists, headings,
 * pictures and task lists get forms that are shown everywhere, and a single line break between two lines of text becomes
 * a hard one, because clients show it as a space (wire 13). Code stays unchanged.
 */
export function platformMarkdown(text: string): string {
  const lines = text.split('\n');
  const shown = new ShownLines();
  const fences = new FenceWatch();
  let room = MOST_PADDING;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (fences.addLine(line)) {
      shown.addCode([line]);
      continue;
    }
    const rows = tableAt(lines, at);
    if (rows > 0) {
      const source = lines.slice(at, at + rows);
      const table = tableOf(source, room);
      room -= Math.max(0, charsIn(table) - charsIn(source));
      shown.addCode(table);
    } else shown.addText(lineOf(line));
    at += Math.max(0, rows - 1);
  }
  return shown.toString();
}

const HEADING = /^ {0,3}#{1,6}\s/;
const NESTED = /^(?: {2,}|\t+)(?:([-*+])|(\d{1,9}[.)]))\s+(.*)$/s;
const TASK = /^((?:- (?:◦ )?|[*+] ))\[([ xX])\]\s+/;
/** Lengths are bounded so that no text makes the search slow. */
const PICTURE =
  /!\[([^[\]\n]{0,500})\]\(((?:[^()\s]|\([^()\s]{0,500}\)){1,4000})(?:\s{1,9}"[^"\n]{0,500}")?\)/g;

/** Converts a single line outside of code and tables. */
export function lineOf(line: string): string {
  const heading = headingIn(line);
  if (heading !== undefined) return heading === '' ? '' : `**${heading.replaceAll('**', '')}**`;
  return withoutPictures(
    flat(line).replace(TASK, (_, mark: string, done: string) => mark + (done === ' ' ? '☐ ' : '☑ ')),
  );
}

/** The heading's text without the marks at both ends; a pattern would search for the end from each space. */
function headingIn(line: string): string | undefined {
  const [mark] = HEADING.exec(line) ?? [];
  if (mark === undefined) return undefined;
  const words = line.slice(mark.length).trim();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return words.slice(0, end).trimEnd();
}

/** A nested item becomes an item of the outer list with a different mark. */
function flat(line: string): string {
  const [, bullet, number, words] = NESTED.exec(line) ?? [];
  if (words === undefined) return line;
  return bullet === undefined ? `- ◦ ${number ?? ''} ${words}` : `- ◦ ${words}`;
}

const withoutPictures = (line: string): string =>
  line.replace(PICTURE, (_, alt: string, url: string) => `[${alt === '' ? 'picture' : alt}](${url})`);

/**
 * The latest end of the first column of a table without outer lines: a line that is longer than this can be shown while
 * it is being written.
 */
export const LATEST_HEAD = 40;

/** Whether a line can be the head of a table, given that a rule follows. */
export const mayBeHead = (line: string): boolean => line.trimStart().slice(0, LATEST_HEAD).includes('|');

/** The line below the head. */
const isRule = (line: string): boolean =>
  line.includes('|') && outlined(line).every((cell) => /^:?-+:?$/.test(cell.trim()));

/** The number of lines of the table that begins there: a row, the rule below it, and further rows. */
export function tableAt(lines: readonly string[], at: number): number {
  if (!mayBeHead(lines[at] ?? '') || !isRule(lines[at + 1] ?? '')) return 0;
  let rows = 2;
  while (lines[at + rows]?.includes('|')) rows += 1;
  return rows;
}

/** Limits of a padded table: every cell is filled to the width of its column, so a small text could become huge. */
const MOST_CELLS = 10_000;
const MOST_WIDTH = 100;
/**
 * The characters that the tables of one text may gain: a chunk is measured before it is padded, and the service refuses
 * a message of more than 100 KB (wire 3.4).
 */
const MOST_PADDING = 8_000;

/**
 * A table as aligned columns in a code block, which has a fixed width; unchanged where the table is too large for that.
 * @param room the characters it may gain
 */
function tableOf(lines: readonly string[], room: number): readonly string[] {
  const unchanged = ['```', ...lines, '```'];
  const [head = '', , ...rest] = lines;
  const rows = [head, ...rest].map(cellsOf);
  const columns = rows.reduce((most, { length }) => Math.max(most, length), 0);
  if (columns * rows.length > MOST_CELLS) return unchanged;
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.min(MOST_WIDTH, Math.max(...rows.map((row) => lengthOf(row[column] ?? '')))),
  );
  const lineFor = (row: readonly string[]) =>
    widths
      .map((width, column) => padded(row[column] ?? '', width))
      .join(' | ')
      .trimEnd();
  const [first = [], ...others] = rows;
  const aligned = [
    '```',
    lineFor(first),
    widths.map((width) => '-'.repeat(width)).join('-|-'),
    ...others.map(lineFor),
    '```',
  ];
  return charsIn(aligned) - charsIn(lines) > room ? unchanged : aligned;
}

const charsIn = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0);

/** Counts visible characters: a flag or a family is one. */
const SEGMENTER = new Intl.Segmenter();
const lengthOf = (cell: string): number => Array.from(SEGMENTER.segment(cell)).length;

const padded = (cell: string, width: number): string =>
  cell + ' '.repeat(Math.max(0, width - lengthOf(cell)));

const cellsOf = (row: string): readonly string[] =>
  outlined(row).map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replace(/\*\*|`/g, ''),
  );

/** The cells of a row, without the lines around it. */
const outlined = (row: string): readonly string[] =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/);
