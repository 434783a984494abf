import { addCell } from './cell.ts';
import { shortName } from '../characters.ts';
import { type CsvVisitor, readCsv } from './csv-reader.ts';
import { columnWarnings, headerWarning, raggedWarning } from './csv-warnings.ts';
import { COMPARED_ROWS, guessHeader, type HeaderGuess } from './header.ts';
import { Tally } from '../tally.ts';
import { type CsvProfile, type Header, MAX_LISTED, type ProfileWarning } from '../types.ts';

export interface CsvOutcome {
  readonly csv: CsvProfile;
  /** The most important first. */
  readonly warnings: readonly ProfileWarning[];
}

/** @throws NotCsvError */
export function profileCsv(text: string, delimiter: string, header?: Header): CsvOutcome {
  const table = new TableTally(header);
  readCsv(text, delimiter, table);
  return table.outcome(delimiter);
}

/** Ragged rows that get a warning; all are counted. */
const NAMED_ROWS = 5;

/** Counts a table row by row; columns past {@link MAX_LISTED} are counted, not profiled. */
class TableTally implements CsvVisitor {
  /** The first rows, until they are enough to know whether the first is a header. */
  private head: string[][] | undefined = [[]];
  private guess: HeaderGuess = { hasHeader: false, isSure: true };
  private names: readonly string[] = [];
  private records = 0;
  private firstWidth = 0;
  private width = 0;
  private ragged = 0;
  private readonly raggedWarnings: ProfileWarning[] = [];
  private column = 0;
  private readonly columns: Tally[] = [];
  private readonly header: Header | undefined;

  // Not a parameter property: tests run this file in a worker, where Node only strips the types.
  constructor(header: Header | undefined) {
    this.header = header;
  }

  cell(text: string, start: number, end: number): void {
    if (this.column < MAX_LISTED) {
      if (this.head === undefined) this.count(this.records + 1, text, start, end);
      else this.head.at(-1)?.push(text.slice(start, end));
    }
    this.column++;
  }

  endOfRecord(): boolean {
    this.records++;
    if (this.records === 1) this.firstWidth = this.column;
    else if (this.column !== this.firstWidth) this.addRagged();
    this.width = Math.max(this.width, this.column);
    this.column = 0;
    if (this.head && this.head.push([]) > COMPARED_ROWS) this.countHead();
    return true;
  }

  private addRagged(): void {
    this.ragged++;
    if (this.ragged > NAMED_ROWS) return;
    this.raggedWarnings.push(raggedWarning(this.records, this.column, this.firstWidth));
  }

  private countHead(): void {
    const [first = [], ...below] = this.head?.slice(0, this.records) ?? [];
    this.head = undefined;
    this.guess = this.header
      ? { hasHeader: this.header === 'present' && this.records > 0, isSure: true }
      : guessHeader(first, below);
    if (this.guess.hasHeader) this.names = first;
    for (const [at, row] of (this.guess.hasHeader ? [[], ...below] : [first, ...below]).entries()) {
      for (const cell of row) {
        this.count(at + 1, cell, 0, cell.length);
        this.column++;
      }
      this.column = 0;
    }
  }

  private count(row: number, text: string, start: number, end: number): void {
    const tally = (this.columns[this.column] ??= new Tally());
    tally.row = row;
    addCell(tally, text, start, end);
  }

  outcome(delimiter: string): CsvOutcome {
    if (this.head) this.countHead();
    const { hasHeader, isSure } = this.guess;
    const tallies = Array.from({ length: Math.min(this.width, MAX_LISTED) }, (_, at) => ({
      name: this.nameOf(at),
      tally: this.columns[at] ?? new Tally(),
    }));
    return {
      csv: {
        delimiter,
        has_header: hasHeader,
        rows: hasHeader ? this.records - 1 : this.records,
        column_count: this.width,
        ragged_rows: this.ragged,
        columns: tallies.map(({ name, tally }) => ({ name, ...tally.profile() })),
        columns_truncated: this.width > MAX_LISTED,
      },
      warnings: [
        ...(isSure ? [] : [headerWarning(hasHeader)]),
        ...this.raggedWarnings,
        ...tallies.flatMap(({ name, tally }, at) => columnWarnings(at + 1, name, tally)),
      ],
    };
  }

  private nameOf(at: number): string {
    return shortName(this.names[at]?.trim() ?? '') || `column_${at + 1}`;
  }
}
