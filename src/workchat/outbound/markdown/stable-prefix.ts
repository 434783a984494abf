import { FenceWatch } from '../../../channels/index.js';
import { withoutBreak } from './line-breaks.js';
import { LATEST_HEAD, lineOf, mayBeHead, tableAt } from './markdown.js';

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
  const finished = new FinishedLines(text.split('\n'));
  if (!finished.read()) return finished.stable;
  const { unfinished } = finished;
  const words = stableWords(unfinished);
  return words === 0 ? finished.stable : text.length - unfinished.length + words;
}

/** The lines of an unfinished text except the last, read one after the other. */
class FinishedLines {
  /** The stable length of the lines read so far. */
  stable = 0;
  private at = 0;
  private start = 0;
  private readonly fences = new FenceWatch();
  private readonly last: number;

  constructor(private readonly lines: readonly string[]) {
    this.last = lines.length - 1;
  }

  get unfinished(): string {
    return this.lines[this.last] ?? '';
  }

  /** @returns whether the unfinished line stands by itself, and continues neither code nor a table */
  read(): boolean {
    for (; this.at < this.last; this.at += 1) {
      if (this.fences.addLine(this.line)) this.takeCode();
      else if (!this.takeText()) return false;
    }
    return !this.fences.isInFence;
  }

  private get line(): string {
    return this.lines[this.at] ?? '';
  }

  /** Takes a line of a block of code, which is stable once it is closed. */
  private takeCode(): void {
    if (!this.fences.isInFence) this.stable = this.start + this.line.trimEnd().length;
    this.start += this.line.length + 1;
  }

  /** Takes a table or a single line. @returns false when the unfinished line may be a further row of the table */
  private takeText(): boolean {
    const rows = tableAt(this.lines, this.at);
    if (rows > 0 ? this.at + rows >= this.last : this.mayBeginTable()) return false;
    const taken = rows > 0 ? this.lines.slice(this.at, this.at + rows).join('\n') : this.line;
    const visible = taken.trimEnd();
    const isWhole = visible !== '' && lineOf(taken).startsWith(lineOf(visible));
    // A backslash at the end of a line is a break, which has another form between two lines.
    if (rows > 0 || (isWhole && withoutBreak(taken) === visible)) this.stable = this.start + visible.length;
    this.start += taken.length + 1;
    this.at += Math.max(rows - 1, 0);
    return true;
  }

  /** Whether the unfinished line may turn out to be the rule below the head of a table. */
  private mayBeginTable(): boolean {
    return this.at + 1 === this.last && mayBeHead(this.line) && MAY_BE_RULE.test(this.unfinished);
  }
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
