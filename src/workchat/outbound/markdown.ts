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

const HEADING = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/;
const NESTED = /^(?: {2,}|\t+)(?:([-*+])|(\d{1,9}[.)]))\s+(.*)$/;
const TASK = /^((?:- (?:◦ )?|[*+] ))\[([ xX])\]\s+/;
const PICTURE = /!\[([^\]\n]*)\]\((\S+?)(?:\s+"[^"\n]*")?\)/g;

/** A line by itself: outside of code and tables. */
export function lineOf(line: string): string {
  const [, heading] = HEADING.exec(line) ?? [];
  if (heading !== undefined) return heading === '' ? '' : `**${heading.replaceAll('**', '')}**`;
  return withoutPictures(
    flat(line).replace(TASK, (_, mark: string, done: string) => mark + (done === ' ' ? '☐ ' : '☑ ')),
  );
}

/** A nested item becomes one of the outer list, told apart by its mark. */
function flat(line: string): string {
  const [, bullet, number, words] = NESTED.exec(line) ?? [];
  if (words === undefined) return line;
  return bullet === undefined ? `- ◦ ${number ?? ''} ${words}` : `- ◦ ${words}`;
}

const withoutPictures = (line: string): string =>
  line.replace(PICTURE, (_, alt: string, url: string) => `[${alt === '' ? 'picture' : alt}](${url})`);

const ROW = /^\s*\|?.*\|.*$/;
/**
 * Where the first column of a table without outer lines ends at the latest: a line that is longer can be shown while it
 * is written.
 */
export const LATEST_HEAD = 40;

/** Whether a line is the head of a table, if a rule follows. */
export const mayBeHead = (line: string): boolean => line.trimStart().slice(0, LATEST_HEAD).includes('|');

const RULE = /^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$/;

/** How many lines from there on are a table: a row, the rule below it, and rows. */
export function tableAt(lines: readonly string[], at: number): number {
  const rule = lines[at + 1] ?? '';
  if (!mayBeHead(lines[at] ?? '') || !RULE.test(rule) || !rule.includes('|')) return 0;
  let rows = 2;
  while (
    lines[at + rows] !== undefined &&
    lines[at + rows]?.trim() !== '' &&
    ROW.test(lines[at + rows] ?? '')
  )
    rows += 1;
  return rows;
}

/** Columns in code, where all characters are of one width. */
function tableOf([head = '', , ...rest]: readonly string[]): readonly string[] {
  const rows = [head, ...rest].map(cellsOf);
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => lengthOf(row[column] ?? ''))),
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

const padded = (cell: string, width: number): string => cell + ' '.repeat(width - lengthOf(cell));

const cellsOf = (row: string): readonly string[] =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .trim()
        .replaceAll('\\|', '|')
        .replace(/\*\*|`/g, ''),
    );
