/** A line that may open or close a block of code in Markdown. */
export interface FenceLine {
  /** Three backticks or tildes, or more. */
  readonly mark: string;
  /** The rest of the line. */
  readonly behind: string;
}

/** Any depth counts, as in lists. Matches the rest of the line whatever its line end; `.` would stop at a carriage return. */
const MARK = /^[^\S\n]*(`{3,}|~{3,})([^]*)$/;

/** @param line without its end. @returns undefined for a line without a mark */
export function fenceLine(line: string): FenceLine | undefined {
  const [, mark, behind = ''] = MARK.exec(line) ?? [];
  return mark === undefined ? undefined : { mark, behind };
}

/** Excludes code within a line of text: ```like this```. */
export const opensCode = ({ mark, behind }: FenceLine): boolean =>
  !(mark.startsWith('`') && behind.includes('`'));

/** @param open the mark that opened the block */
export const closesCode = (open: string, { mark, behind }: FenceLine): boolean =>
  mark.startsWith(open) && behind.trim() === '';

/** Tells whether a text that is still being written ends within a code fence; each line is read only once. */
export class FenceWatch {
  private mark: string | undefined;

  get isInFence(): boolean {
    return this.mark !== undefined;
  }

  /** @param line without its end. @returns whether it belongs to a block: its opening, its code or its end */
  addLine(line: string): boolean {
    const { mark: open } = this;
    const found = fenceLine(line);
    if (found && open === undefined) this.mark = opensCode(found) ? found.mark : undefined;
    else if (found && open !== undefined && closesCode(open, found)) this.mark = undefined;
    return open !== undefined || this.isInFence;
  }
}
