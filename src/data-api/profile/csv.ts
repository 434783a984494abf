import { addCell, isText } from './cell.ts';
import { shortName } from './characters.ts';
import { type CsvVisitor, readCsv } from './csv-reader.ts';
import { Tally } from './tally.ts';
import { type CsvProfile, MAX_LISTED } from './types.ts';

/** @throws NotCsvError */
export function profileCsv(text: string, delimiter: string): CsvProfile {
  const table = new TableTally();
  readCsv(text, delimiter, table);
  return { delimiter, ...table.profile() };
}

/** Counts a table row by row; columns past {@link MAX_LISTED} are counted, not profiled. */
class TableTally implements CsvVisitor {
  private readonly first: string[] = [];
  private hasHeader = false;
  private records = 0;
  private width = 0;
  private ragged = 0;
  private column = 0;
  private readonly columns: Tally[] = [];

  cell(text: string, start: number, end: number): void {
    if (this.records === 0) this.first.push(text.slice(start, end));
    else this.count(text, start, end);
    this.column++;
  }

  endOfRecord(): boolean {
    this.width = Math.max(this.width, this.column);
    if (this.records === 0) this.takeFirst();
    else if (this.column !== this.first.length) this.ragged++;
    this.records++;
    this.column = 0;
    return true;
  }

  /** The first row is known to be a header, or not, at its end. */
  private takeFirst(): void {
    this.hasHeader = isHeader(this.first);
    if (this.hasHeader) return;
    this.column = 0;
    for (const cell of this.first) {
      this.count(cell, 0, cell.length);
      this.column++;
    }
  }

  private count(text: string, start: number, end: number): void {
    if (this.column < MAX_LISTED) addCell((this.columns[this.column] ??= new Tally()), text, start, end);
  }

  profile(): Omit<CsvProfile, 'delimiter'> {
    return {
      has_header: this.hasHeader,
      rows: this.hasHeader ? this.records - 1 : this.records,
      column_count: this.width,
      ragged_rows: this.ragged,
      columns: Array.from({ length: Math.min(this.width, MAX_LISTED) }, (_, at) => ({
        name: this.nameOf(at),
        ...(this.columns[at] ?? new Tally()).profile(),
      })),
      columns_truncated: this.width > MAX_LISTED,
    };
  }

  private nameOf(at: number): string {
    const name = this.hasHeader ? this.first[at] : undefined;
    return name === undefined ? `column_${at + 1}` : shortName(name.trim());
  }
}

const isHeader = (record: readonly string[]): boolean =>
  new Set(record.map((cell) => cell.trim().toWellFormed())).size === record.length &&
  record.every((cell) => isText(cell.trim()));
