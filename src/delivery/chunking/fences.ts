import type { Range } from './ranges.js';

/** A block of code between fences. It ends with its closing mark, or with the text if there is none. */
export interface Fence extends Range {
  /** The opening line without indentation: the mark and the text after it. */
  readonly opening: string;
  /** The mark that closes it. */
  readonly mark: string;
  /** Start of the code. */
  readonly bodyStart: number;
  readonly isClosed: boolean;
}

/** Matches the rest of the line whatever its line end; `.` would stop at a carriage return. */
const MARK = /^[^\S\n]*(`{3,}|~{3,})([^]*)$/;

/** Whether a text ends within a code fence. */
export const endsInFence = (text: string): boolean => fencesOf(text).at(-1)?.isClosed === false;

/** Tells whether a text that is still being written ends within a code fence; each line is read only once. */
export class FenceWatch {
  private mark: string | undefined;

  get isInFence(): boolean {
    return this.mark !== undefined;
  }

  /** @param line without its end */
  take(line: string): void {
    const [, mark = '', behind = ''] = MARK.exec(line) ?? [];
    if (mark === '') return;
    if (this.mark === undefined) this.mark = opens(mark, behind) ? mark : undefined;
    else if (closes(this.mark, mark, behind)) this.mark = undefined;
  }
}

/** The fenced code of a text, in order. Marks may have any depth, as in lists. */
export function fencesOf(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | undefined;
  for (const { start, line } of linesOf(text)) {
    const found = MARK.exec(line);
    if (!found) continue;
    const [, mark = '', behind = ''] = found;
    if (open === undefined) open = opened(text, { start, line, mark, behind });
    else if (closes(open.mark, mark, behind)) {
      fences.push({ ...open, end: start + line.trimEnd().length, isClosed: true });
      open = undefined;
    }
  }
  return open ? [...fences, open] : fences;
}

/** Excludes code within a line of text: ```like this```. */
const opens = (mark: string, behind: string): boolean => !(mark.startsWith('`') && behind.includes('`'));

const closes = (open: string, mark: string, behind: string): boolean =>
  mark.startsWith(open) && behind.trim() === '';

function opened(
  text: string,
  { start, line, mark, behind }: { start: number; line: string; mark: string; behind: string },
): Fence | undefined {
  if (!opens(mark, behind)) return undefined;
  const opening = line.trim();
  return {
    start: start + line.indexOf(mark),
    end: text.length,
    opening,
    mark,
    bodyStart: start + line.length + 1,
    isClosed: false,
  };
}

function* linesOf(text: string): Generator<{ start: number; line: string }> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield { start, line: text.slice(start, end) };
    start = end + 1;
  }
}
