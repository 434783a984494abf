import { closesCode, fenceLine, opensCode } from '../../channels/index.js';

/** A part of a text: `[start, end)`, UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

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

/** Whether a text ends within a code fence. */
export const endsInFence = (text: string): boolean => fencesOf(text).at(-1)?.isClosed === false;

/** The fenced code of a text, in order. */
export function fencesOf(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | undefined;
  for (const { start, line } of linesOf(text)) {
    const found = fenceLine(line);
    if (!found) continue;
    if (open === undefined)
      open = opensCode(found) ? opened(text, { start, line, mark: found.mark }) : undefined;
    else if (closesCode(open.mark, found)) {
      fences.push({ ...open, end: start + line.trimEnd().length, isClosed: true });
      open = undefined;
    }
  }
  return open ? [...fences, open] : fences;
}

function opened(text: string, { start, line, mark }: { start: number; line: string; mark: string }): Fence {
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
