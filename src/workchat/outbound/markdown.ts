/**
 * The platform shows less of markdown than models write (wire 3.4): tables, nested lists, headings, pictures and
 * task lists are turned into what is shown everywhere. Code stays as it is.
 */
export function platformMarkdown(text: string): string {
  const lines = text.split('\n');
  const shown: string[] = [];
  let fence: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = fenceMark(line);
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (isClosing(line, fence)) fence = undefined;
      shown.push(line);
      continue;
    }
    const rows = tableAt(lines, at);
    if (rows > 0) shown.push(...tableOf(lines.slice(at, at + rows)));
    else shown.push(lineOf(line));
    at += Math.max(0, rows - 1);
  }
  return shown.join('\n');
}

/** The fence of a line that opens or closes a block of code. */
export const fenceMark = (line: string): string | undefined => /^\s*(`{3,}|~{3,})/.exec(line)?.[1];

export const isClosing = (line: string, fence: string): boolean => {
  const mark = fenceMark(line);
  return mark?.startsWith(fence) === true && line.trim() === mark;
};

const HEADING = /^ {0,3}#{1,6}\s/;
const NESTED = /^(?: {2,}|\t+)(?:([-*+])|(\d{1,9}[.)]))\s+(.*)$/s;
const TASK = /^((?:- (?:◦ )?|[*+] ))\[([ xX])\]\s+/;
/** Lengths are bounded so that no text makes the search slow. */
const PICTURE =
  /!\[([^[\]\n]{0,500})\]\(((?:[^()\s]|\([^()\s]{0,500}\)){1,4000})(?:\s{1,9}"[^"\n]{0,500}")?\)/g;

/** A line by itself: outside of code and tables. */
export function lineOf(line: string): string {
  const heading = headingIn(line);
  if (heading !== undefined) return heading === '' ? '' : `**${heading.replaceAll('**', '')}**`;
  return withoutPictures(
    flat(line).replace(TASK, (_, mark: string, done: string) => mark + (done === ' ' ? '☐ ' : '☑ ')),
  );
}

/** Its words, without the marks at both ends; a pattern for them would look for the end from each space. */
function headingIn(line: string): string | undefined {
  const [mark] = HEADING.exec(line) ?? [];
  if (mark === undefined) return undefined;
  const words = line.slice(mark.length).trim();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return words.slice(0, end).trimEnd();
}

/** A nested item becomes one of the outer list, told apart by its mark. */
function flat(line: string): string {
  const [, bullet, number, words] = NESTED.exec(line) ?? [];
  if (words === undefined) return line;
  return bullet === undefined ? `- ◦ ${number ?? ''} ${words}` : `- ◦ ${words}`;
}

const withoutPictures = (line: string): string =>
  line.replace(PICTURE, (_, alt: string, url: string) => `[${alt === '' ? 'picture' : alt}](${url})`);

/**
 * Where the first column of a table without outer lines ends at the latest: a line that is longer can be shown while it
 * is written.
 */
export const LATEST_HEAD = 40;

/** Whether a line is the head of a table, if a rule follows. */
export const mayBeHead = (line: string): boolean => line.trimStart().slice(0, LATEST_HEAD).includes('|');

/** The line below the head. */
const isRule = (line: string): boolean =>
  line.includes('|') && outlined(line).every((cell) => /^:?-+:?$/.test(cell.trim()));

/** How many lines from there on are a table: a row, the rule below it, and rows. */
export function tableAt(lines: readonly string[], at: number): number {
  if (!mayBeHead(lines[at] ?? '') || !isRule(lines[at + 1] ?? '')) return 0;
  let rows = 2;
  while (lines[at + rows]?.includes('|')) rows += 1;
  return rows;
}

/** Every cell is filled up to the width of its column: beyond these a small text would become a huge one. */
const MOST_CELLS = 10_000;
const MOST_WIDTH = 100;

/** Columns in code, where all characters are of one width; as it stands where it is too large to be read so. */
function tableOf(lines: readonly string[]): readonly string[] {
  const [head = '', , ...rest] = lines;
  const rows = [head, ...rest].map(cellsOf);
  const columns = rows.reduce((most, { length }) => Math.max(most, length), 0);
  if (columns * rows.length > MOST_CELLS) return ['```', ...lines, '```'];
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.min(MOST_WIDTH, Math.max(...rows.map((row) => lengthOf(row[column] ?? '')))),
  );
  const lineFor = (row: readonly string[]) =>
    widths
      .map((width, column) => padded(row[column] ?? '', width))
      .join(' | ')
      .trimEnd();
  const [first = [], ...others] = rows;
  return [
    '```',
    lineFor(first),
    widths.map((width) => '-'.repeat(width)).join('-|-'),
    ...others.map(lineFor),
    '```',
  ];
}

/** As people count: a flag or a family is one character. */
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
