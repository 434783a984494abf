import { NotCsvError, readRecords } from './csv.ts';

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
  const widths = new Set<number>();
  let rows = 0;
  try {
    readRecords(sample, delimiter, (record) => {
      rows++;
      widths.add(record.length);
    });
  } catch (error) {
    if (error instanceof NotCsvError) return 0;
    throw error;
  }
  const [width = 0] = widths;
  return rows >= 2 && widths.size === 1 ? width : 0;
}
