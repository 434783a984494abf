import { CsvError, parse } from 'csv-parse/sync';
import { addCell, kindOf } from './cell.ts';
import { shortName } from './characters.ts';
import { Tally } from './tally.ts';
import { type CsvProfile, MAX_LISTED } from './types.ts';

/** The reason a text is not CSV; safe to show. */
export class NotCsvError extends Error {
  override readonly name = 'NotCsvError';
}

/**
 * Passes on every record of RFC 4180 CSV, and of common deviations: any line ending, quotes within unquoted cells, rows
 * of any length, empty lines (skipped).
 * @throws NotCsvError
 */
export function readRecords(
  text: string,
  delimiter: string,
  take: (record: readonly string[]) => void,
): void {
  const { stackTraceLimit } = Error;
  // The library creates and drops an error for each row of another length; their stack traces took half of its time.
  Error.stackTraceLimit = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // Null keeps the library from collecting the record.
      on_record: (record: string[]) => {
        take(record);
        return null;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? new NotCsvError(reasonOf(error)) : error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The library's own text may quote the input. */
function reasonOf({ code, lines }: CsvError & { lines?: unknown }): string {
  const where = typeof lines === 'number' ? ` (line ${lines})` : '';
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? `a quoted cell does not end${where}`
    : `a row cannot be read${where}`;
}

/** @throws NotCsvError */
export function profileCsv(text: string, delimiter: string): CsvProfile {
  const table = new TableTally();
  readRecords(text, delimiter, (record) => table.add(record));
  return { delimiter, ...table.profile() };
}

/** Counts a table row by row; columns past {@link MAX_LISTED} are counted, not profiled. */
class TableTally {
  private first: readonly string[] | undefined;
  private hasHeader = false;
  private rows = 0;
  private width = 0;
  private ragged = 0;
  private readonly columns: Tally[] = [];

  add(record: readonly string[]): void {
    this.width = Math.max(this.width, record.length);
    if (!this.first) {
      this.first = record;
      this.hasHeader = isHeader(record);
      if (this.hasHeader) return;
    }
    this.rows++;
    if (record.length !== this.first.length) this.ragged++;
    for (let at = 0; at < record.length && at < MAX_LISTED; at++)
      addCell((this.columns[at] ??= new Tally()), record[at] ?? '');
  }

  profile(): Omit<CsvProfile, 'delimiter'> {
    return {
      has_header: this.hasHeader,
      rows: this.rows,
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
    const name = this.hasHeader ? this.first?.[at] : undefined;
    return name === undefined ? `column_${at + 1}` : shortName(name.trim());
  }
}

const isHeader = (record: readonly string[]): boolean =>
  new Set(record.map((cell) => cell.trim())).size === record.length &&
  record.every((cell) => kindOf(cell.trim()) === 'string');
