const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** The reason a text is not CSV; safe to show. */
export class NotCsvError extends Error {
  override readonly name = 'NotCsvError';
}

/** Takes the cells of each record, in order. */
export interface CsvVisitor {
  /** A cell: the units of `text` from `start` to `end`. Nothing is copied for a cell that is not looked at. */
  cell(text: string, start: number, end: number): void;
  /**
   * @param end the position in the text
   * @returns false to read no further
   */
  endOfRecord(end: number): boolean;
}

/**
 * Passes on every record of RFC 4180 CSV, and of common deviations: any line ending, quotes within unquoted cells, spaces
 * around a quoted cell (no part of it), other text behind a closing quote (the cell is then as written, with its quotes),
 * rows of any length, empty lines (skipped).
 * @returns the number of cells with other text behind a closing quote
 * @throws NotCsvError for a quoted cell that does not end
 */
export function readCsv(text: string, delimiter: string, visitor: CsvVisitor): number {
  return new CsvReader(text, delimiter, visitor).read();
}

class CsvReader {
  private readonly text: string;
  private readonly delimiter: string;
  private readonly delimiterUnit: number;
  private readonly visitor: CsvVisitor;
  private misquoted = 0;

  // Not parameter properties: tests run this file in a worker, where Node only strips the types.
  constructor(text: string, delimiter: string, visitor: CsvVisitor) {
    this.text = text;
    this.delimiter = delimiter;
    this.delimiterUnit = delimiter.charCodeAt(0);
    this.visitor = visitor;
  }

  read(): number {
    for (let at = 0; at < this.text.length;) {
      const emptyLine = this.lineEndLength(at);
      at = emptyLine > 0 ? at + emptyLine : this.record(at);
    }
    return this.misquoted;
  }

  /** @returns the position behind the record's line end; that of the text's end when the visitor has had enough */
  private record(start: number): number {
    let end = this.cell(start);
    while (this.isDelimiter(end)) end = this.cell(end + this.delimiter.length);
    return this.visitor.endOfRecord(end) ? end + this.lineEndLength(end) : this.text.length;
  }

  /** @returns the position of the cell's end: a delimiter, a line end or the end of the text */
  private cell(start: number): number {
    const unit = this.text.charCodeAt(start);
    if (unit === QUOTE) return this.quotedCell(start);
    if (unit === SPACE || unit === TAB) {
      const end = this.spacedQuotedCell(start);
      if (end !== undefined) return end;
    }
    const end = this.cellEnd(start);
    this.visitor.cell(this.text, start, end);
    return end;
  }

  private quotedCell(start: number): number {
    const close = this.closingQuote(start);
    if (close < 0) throw new NotCsvError(`a quoted cell is not closed (line ${lineAt(this.text, start)})`);
    const end = this.cellEnd(close + 1);
    if (this.behindSpaces(close + 1) >= end) this.visit(this.contentOf(start, close));
    else {
      this.misquoted++;
      this.visit(`"${this.contentOf(start, close)}${this.text.slice(close, end)}`);
    }
    return end;
  }

  /** Undefined where it is none: what looks like a quoted cell behind spaces may be a quote within text. */
  private spacedQuotedCell(start: number): number | undefined {
    const open = this.behindSpaces(start);
    if (this.text.charCodeAt(open) !== QUOTE) return undefined;
    const close = this.closingQuote(open);
    if (close < 0) return undefined;
    const end = this.behindSpaces(close + 1);
    if (end < this.text.length && this.lineEndLength(end) === 0 && !this.isDelimiter(end)) return undefined;
    this.visit(this.contentOf(open, close));
    return end;
  }

  private contentOf(open: number, close: number): string {
    const content = this.text.slice(open + 1, close);
    return content.includes('"') ? content.replaceAll('""', '"') : content;
  }

  /** The position of the first unit that is no space, or that delimits cells. */
  private behindSpaces(start: number): number {
    let at = start;
    for (; !this.isDelimiter(at); at++) {
      const unit = this.text.charCodeAt(at);
      if (unit !== SPACE && unit !== TAB) break;
    }
    return at;
  }

  private visit(cell: string): void {
    this.visitor.cell(cell, 0, cell.length);
  }

  /** -1 when there is none. */
  private closingQuote(open: number): number {
    const { text } = this;
    let at = text.indexOf('"', open + 1);
    while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
    return at;
  }

  private cellEnd(start: number): number {
    const { text, delimiterUnit } = this;
    for (let at = start; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === LINE_FEED || unit === CARRIAGE_RETURN) return at;
      if (unit === delimiterUnit && this.isDelimiter(at)) return at;
    }
    return text.length;
  }

  private isDelimiter(at: number): boolean {
    const { text, delimiter, delimiterUnit } = this;
    return (
      text.charCodeAt(at) === delimiterUnit && (delimiter.length === 1 || text.startsWith(delimiter, at))
    );
  }

  private lineEndLength(at: number): number {
    const unit = this.text.charCodeAt(at);
    if (unit === LINE_FEED) return 1;
    if (unit !== CARRIAGE_RETURN) return 0;
    return this.text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1;
  }
}

/** The number of the line, from 1. */
const lineAt = (text: string, at: number): number => text.slice(0, at).split(/\r\n|\n|\r/).length;
