import { type CsvVisitor, NotCsvError, readCsv } from './csv-reader.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
export const DEFAULT_DELIMITER = ',';
/** The length of the sample that distinguishes a table from prose, in UTF-16 units. */
const SAMPLE_CHARS = 16_384;

/** Whether a text can be a structured JSON document; a lone number or word is text. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text.slice(0, 1_024));

/**
 * The delimiter that makes the text a table: at least two rows, at least two columns, all rows of the sample of equal
 * length; the one with the most columns. Undefined when there is none.
 */
export function detectDelimiter(
  text: string,
  delimiters: readonly string[] = DELIMITERS,
): string | undefined {
  const sample = sampleOf(text);
  const found = delimiters
    .map((delimiter) => ({ delimiter, width: tableWidth(sample, delimiter) }))
    .filter(({ width }) => width >= 2)
    .sort((a, b) => b.width - a.width);
  return found[0]?.delimiter;
}

/** Only complete lines, if there are any. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLE_CHARS) return text;
  const end = text.lastIndexOf('\n', SAMPLE_CHARS);
  return text.slice(0, end > 0 ? end : SAMPLE_CHARS);
}

/** The number of columns of every row; 0 when it differs, or there is only one row. */
function tableWidth(sample: string, delimiter: string): number {
  const widths = new Widths();
  try {
    if (sample.includes(delimiter)) readCsv(sample, delimiter, widths);
  } catch (error) {
    if (error instanceof NotCsvError) return 0;
    throw error;
  }
  return widths.common;
}

/** Counts cells until a row of another length than the first. */
class Widths implements CsvVisitor {
  private width = 0;
  private first = 0;
  private rows = 0;
  private isRagged = false;

  cell(): void {
    this.width++;
  }

  endOfRecord(): boolean {
    if (this.rows++ === 0) this.first = this.width;
    else if (this.width !== this.first) this.isRagged = true;
    this.width = 0;
    return !this.isRagged;
  }

  get common(): number {
    return this.rows >= 2 && !this.isRagged ? this.first : 0;
  }
}
