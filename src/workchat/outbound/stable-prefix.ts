import { fenceMark, isClosing, LATEST_HEAD, lineOf, mayBeHead, tableAt } from './markdown.js';

/** A mention, or the beginning of one: its form changes once it is complete. */
const MENTION = /@\[(?:\\.|[^\]\\\n]){0,200}(?:\](?:\(|$)|\\?$)/;
/** Words that fix the meaning of an unfinished line. */
const BULLET = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
const MAY_BE_RULE = /^[\s|:-]*$/;
const MARKS = '*_~`';

/**
 * The length of the beginning of an unfinished text that no continuation can change. It ends before a table that may
 * get more rows, a code block that is not closed, a heading, a link or any other span with marks at both ends, and a
 * partial word. UTF-16 units.
 */
export function stablePrefixLength(text: string): number {
  const mention = MENTION.exec(text);
  return stableIn(mention ? text.slice(0, mention.index) : text);
}

function stableIn(text: string): number {
  const lines = text.split('\n');
  const last = lines.length - 1;
  let stable = 0;
  let fence: string | undefined;
  for (let at = 0, start = 0; at < last; at += 1) {
    const line = lines[at] ?? '';
    const end = start + line.length;
    const mark = fenceMark(line);
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (isClosing(line, fence)) {
        fence = undefined;
        stable = start + line.trimEnd().length;
      }
      start = end + 1;
      continue;
    }
    const rows = tableAt(lines, at);
    if (rows > 0) {
      // The unfinished line may be another row of the table.
      if (at + rows >= last) return stable;
      const table = lines.slice(at, at + rows).join('\n');
      stable = start + table.trimEnd().length;
      start += table.length + 1;
      at += rows - 1;
      continue;
    }
    if (at + 1 === last && mayBeHead(line) && MAY_BE_RULE.test(lines[last] ?? '')) return stable;
    const visible = line.trimEnd();
    if (visible !== '' && lineOf(line).startsWith(lineOf(visible))) stable = start + visible.length;
    start = end + 1;
  }
  if (fence !== undefined) return stable;
  const unfinished = lines[last] ?? '';
  const words = stableWords(unfinished);
  return words === 0 ? stable : text.length - unfinished.length + words;
}

/** The stable length of a line: complete words outside an open span, once the line cannot be the head of a table. */
function stableWords(line: string): number {
  if (/^\s*(?:[`~]{3}|#)/.test(line) || mayBeHead(line)) return 0;
  const open = new Set<string>();
  const indent = line.length - line.trimStart().length;
  let [stable, visible] = [0, indent];
  let [brackets, isInLink] = [0, false];
  for (let at = BULLET.exec(line)?.[0].length ?? 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (/\s/.test(sign)) {
      const isOpen = open.size > 0 || brackets > 0 || isInLink;
      if (!isOpen && visible - indent >= LATEST_HEAD) stable = visible;
      continue;
    }
    visible = at + 1;
    if (MARKS.includes(sign)) {
      const run = runAt(line, at);
      if (!isWithinWord(line, at, run)) toggle(open, run);
      at += run.length - 1;
      visible = at + 1;
    } else if (hasCode(open)) continue;
    else if (line.startsWith('![', at)) return stable;
    else if (sign === '[') brackets += 1;
    else if (line.startsWith('](', at)) [brackets, isInLink] = [brackets - 1, true];
    else if (sign === ']') brackets -= 1;
    else if (sign === ')') isInLink = false;
  }
  return stable;
}

const runAt = (line: string, at: number): string => {
  const sign = line.charAt(at);
  let end = at;
  while (line.charAt(end) === sign) end += 1;
  return line.slice(at, end);
};

/** The underscores of `snake_case` are no marks. */
const isWithinWord = (line: string, at: number, run: string): boolean =>
  run.startsWith('_') && /\w/.test(line.charAt(at - 1)) && /\w/.test(line.charAt(at + run.length));

const hasCode = (open: ReadonlySet<string>): boolean => [...open].some((run) => run.startsWith('`'));

/** Within code only the mark that closes it counts. */
function toggle(open: Set<string>, run: string): void {
  if (open.delete(run) || hasCode(open)) return;
  open.add(run);
}
