import { fieldsOf, parseJson } from '../../common/index.js';
import type { Cell, Cells } from './ends/transfer-ends.js';
import { TransferError } from './transfer.error.js';

/*
 * The file: lines of JSON, gzipped. The header; then for each table, in the header's order, `{"table": name}` and one
 * array of cells a row, bytes as `{"base64": text}`; at the end `{"end": true}`.
 */

const FORMAT = 'gatehouse-export';
const VERSION = 1;

export const rowLine = (row: Cells): string =>
  `${JSON.stringify(row.map((cell) => (cell instanceof Uint8Array ? { base64: base64Of(cell) } : cell)))}\n`;

/** Converts a parsed line to its row. */
export const rowOf = (cells: readonly unknown[]): Cells =>
  cells.map((cell) => (isBytes(cell) ? Buffer.from(cell.base64, 'base64') : (cell as Cell)));

/** A table in a file. */
export interface TableHeader {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** The numbered column and the highest number it ever had: ids never repeat. */
  readonly sequence?: { readonly column: string; readonly last: number };
}

/** The first line of a file, which describes it. */
export interface TransferHeader {
  /** The newest migration of the exported database. */
  readonly migration: string;
  readonly dialect: 'sqlite' | 'postgres';
  /** The release that wrote the file. */
  readonly gatehouse: string;
  /** ISO 8601 */
  readonly created_at: string;
  readonly tables: readonly TableHeader[];
}

export const headerLine = (header: TransferHeader): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`;

/** @throws TransferError when this is not an export file, or a newer format than this release knows */
export function parseHeader(line: string, file: string): TransferHeader {
  const header = fieldsOf(parseJson(line)?.value) as Partial<
    TransferHeader & { format: string; version: number }
  >;
  if (header.format !== FORMAT) throw new TransferError(`${file} is not a Gatehouse export`);
  if (header.version !== VERSION)
    throw new TransferError(
      `${file} has format version ${header.version ?? '?'}; this release supports ${VERSION}`,
    );
  if (!isHeader(header)) throw new TransferError(`${file} is damaged, or not a Gatehouse export`);
  return header as TransferHeader;
}

/** Far more than there are tables, or columns of one. */
const MOST_ENTRIES = 10_000;

/** A file may be of anyone, and its words reach the terminal and statements. */
function isHeader({
  migration,
  dialect,
  gatehouse,
  created_at: at,
  tables,
}: Partial<TransferHeader>): boolean {
  const areTexts = [migration, dialect, gatehouse, at].every(
    (each) => typeof each === 'string' && each.length < 100,
  );
  return areTexts && isList(tables) && tables.every(isTable);
}

function isTable(table: Partial<TableHeader> | null): boolean {
  const { name, columns, rows, sequence } = table ?? {};
  const isNumbered =
    sequence === undefined || (typeof sequence.column === 'string' && Number.isSafeInteger(sequence.last));
  const isNamed =
    typeof name === 'string' && isList(columns) && columns.every((each) => typeof each === 'string');
  return isNamed && Number.isSafeInteger(rows) && Number(rows) >= 0 && isNumbered;
}

const isList = (value: unknown): value is readonly never[] =>
  Array.isArray(value) && value.length <= MOST_ENTRIES;

/** All rows of all tables. */
export const totalRows = ({ tables }: Pick<TransferHeader, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const isBytes = (cell: unknown): cell is { readonly base64: string } =>
  typeof cell === 'object' && cell !== null && typeof (cell as { base64?: unknown }).base64 === 'string';
