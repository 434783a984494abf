import { FenceWatch } from '../../../channels/index.js';

/** The line break that clients show; a single one is a space to them (wire 13). */
export const HARD_BREAK = '  \n';
const QUOTE = /^ {0,3}>(?: ?>)* ?/;
const ITEM = /^[^\S\n]*(?:[-*+]|(\d{1,9})[.)])(?:\s|$)/;
/** Shorter than an unfinished line that is shown, which may turn out to be none. */
const RULE = /^ {0,3}([-*_=])\1{2,30}\s*$/;
const INDENTED = /^(?: {2}|\t)/;
const INDENTED_CODE = /^(?: {4}|\t)/;

interface ShownLine {
  readonly line: string;
  /** `list`: an item, or a line that is indented below one; `blank`: also a rule. */
  readonly kind: 'blank' | 'code' | 'list' | 'text';
  readonly isQuoted: boolean;
}

/** The lines of a message, joined so that every break between two lines of text is shown. */
export class ShownLines {
  private readonly lines: ShownLine[] = [];
  private isInList = false;
  /** The blocks of code within a quote. */
  private fences = new FenceWatch();

  addCode(lines: readonly string[]): void {
    for (const line of lines) this.lines.push({ line, kind: 'code', isQuoted: false });
  }

  addText(line: string): void {
    const [quote = ''] = QUOTE.exec(line) ?? [];
    const isQuoted = quote !== '';
    if (!isQuoted) this.fences = new FenceWatch();
    const words = line.slice(quote.length);
    const kind = isQuoted && this.fences.addLine(words) ? 'code' : this.kindOf(words);
    if (kind === 'list') this.isInList = true;
    else if (kind === 'text') this.isInList &&= this.lastKind !== 'blank';
    this.lines.push({ line, kind, isQuoted });
  }

  toString(): string {
    return this.lines
      .map((each, at) => {
        const next = this.lines[at + 1];
        if (!next) return each.line;
        return isSoftBreak(each, next) ? withoutBreak(each.line) + HARD_BREAK : `${each.line}\n`;
      })
      .join('');
  }

  private get lastKind(): ShownLine['kind'] {
    return this.lines.at(-1)?.kind ?? 'blank';
  }

  private kindOf(words: string): ShownLine['kind'] {
    if (words.trim() === '' || RULE.test(words)) return 'blank';
    const item = ITEM.exec(words);
    if (item && this.canBeItem(item[1])) return 'list';
    if (this.isInList && INDENTED.test(words)) return 'list';
    return this.lastKind !== 'text' && INDENTED_CODE.test(words) ? 'code' : 'text';
  }

  /** Directly below a text a list begins only with 1, or with a bullet. */
  private canBeItem(number: string | undefined): boolean {
    return number === undefined || Number(number) === 1 || this.isInList || this.lastKind !== 'text';
  }
}

/** Whether clients would show the break between two lines as a space. */
function isSoftBreak({ line, kind, isQuoted }: ShownLine, next: ShownLine): boolean {
  if (next.kind !== 'text' || (kind !== 'text' && kind !== 'list')) return false;
  return (isQuoted || !next.isQuoted) && withoutBreak(line) !== '';
}

/** A line without the blanks or the backslash by which it may already end in a hard break. */
export function withoutBreak(line: string): string {
  const [marks = ''] = /(?<!\\)\\+(?=\r?$)/.exec(line) ?? [];
  const visible = line.trimEnd();
  return marks.length % 2 === 1 ? visible.slice(0, -1).trimEnd() : visible;
}
