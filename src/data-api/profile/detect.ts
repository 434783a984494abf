import { type CsvVisitor, NotCsvError, readCsv } from './csv/csv-reader.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
export const DEFAULT_DELIMITER = ',';
/** The length of the sample that distinguishes a table from prose, in UTF-16 units; it ends with a row. */
const SAMPLE_CHARS = 16_384;

/** Whether a text can be a structured JSON document; a lone number or word is text. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text.slice(0, 1_024));

/** The first line by which Excel names the delimiter; it is no row. */
const EXCEL_HINT = /^"?sep=([^"\r\n])"?(?:\r\n|\n|\r)/i;

/** The rows of a text, and the delimiter that its first line names. */
export function withoutHint(text: string): { readonly rows: string; readonly delimiter: string | undefined } {
  const [line = '', delimiter] = EXCEL_HINT.exec(text.slice(0, 16)) ?? [];
  return { rows: text.slice(line.length), delimiter };
}

/**
 * The delimiters that make the text a table: at least two rows, at least two columns, all rows of the sample of equal
 * length. The best is first; a second one is as good, and only its number of columns speaks for the first.
 */
export function tableDelimiters(text: string, delimiters: readonly string[] = DELIMITERS): string[] {
  const tables = delimiters.flatMap((delimiter) => fitOf(text, delimiter, 'equal') ?? []);
  return best(tables.filter(({ rows, agreeing }) => rows >= 2 && agreeing === rows));
}

/** The delimiter with which most rows of a text that is said to be CSV agree on a number of cells of at least two. */
export function likelyDelimiters(text: string): string[] {
  return best(DELIMITERS.flatMap((delimiter) => fitOf(text, delimiter, 'any') ?? []));
}

/** How well a text can be read by a delimiter. */
interface Fit {
  readonly delimiter: string;
  readonly rows: number;
  /** Rows with the most frequent number of cells. */
  readonly agreeing: number;
  /** That number; at least 2. */
  readonly width: number;
  /** Quoted cells that do not end where their quote does. */
  readonly misquoted: number;
  /** Whether each is a decimal comma, or has a space behind it as in a sentence. */
  readonly isPunctuation: boolean;
}

function best(fits: readonly Fit[]): string[] {
  const ranked = fits.toSorted((a, b) => byQuality(a, b) || b.width - a.width);
  return ranked.filter((fit) => byQuality(fit, ranked[0] ?? fit) === 0).map(({ delimiter }) => delimiter);
}

const byQuality = (a: Fit, b: Fit): number =>
  b.agreeing / b.rows - a.agreeing / a.rows ||
  a.misquoted - b.misquoted ||
  Number(a.isPunctuation) - Number(b.isPunctuation);

function fitOf(text: string, delimiter: string, widths: 'equal' | 'any'): Fit | undefined {
  const sample = new Widths(widths === 'equal');
  try {
    const misquoted = text.includes(delimiter) ? readCsv(text, delimiter, sample) : 0;
    const { rows, mostFrequent } = sample;
    const isPunctuation = delimiter === ',' && !SEPARATING_COMMA.test(text.slice(0, SAMPLE_CHARS));
    return mostFrequent && { delimiter, rows, ...mostFrequent, misquoted, isPunctuation };
  } catch (error) {
    if (error instanceof NotCsvError) return undefined;
    throw error;
  }
}

const SEPARATING_COMMA = /,(?![ \d])|(?<!\d),\d/;

/** Counts the cells of the rows of the sample. */
class Widths implements CsvVisitor {
  private width = 0;
  private first = 0;
  rows = 0;
  private readonly counts = new Map<number, number>();
  private readonly mustBeEqual: boolean;

  // Not a parameter property: tests run this file in a worker, where Node only strips the types.
  constructor(mustBeEqual: boolean) {
    this.mustBeEqual = mustBeEqual;
  }

  cell(): void {
    this.width++;
  }

  endOfRecord(end: number): boolean {
    if (this.rows++ === 0) this.first = this.width;
    const isRagged = this.width !== this.first;
    this.counts.set(this.width, (this.counts.get(this.width) ?? 0) + 1);
    this.width = 0;
    // One row says nothing, however long it is.
    return (end < SAMPLE_CHARS || this.rows < 2) && !(this.mustBeEqual && isRagged);
  }

  get mostFrequent(): { readonly width: number; readonly agreeing: number } | undefined {
    const [found] = [...this.counts]
      .filter(([width]) => width >= 2)
      .sort(([widthA, a], [widthB, b]) => b - a || widthB - widthA);
    return found && { width: found[0], agreeing: found[1] };
  }
}
