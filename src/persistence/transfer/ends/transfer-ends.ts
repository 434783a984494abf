import type { Kysely } from 'kysely';
import type { Schema } from '../../schema/schema.js';
import type { TableShape } from '../tables.js';

/** A cell of our tables. */
export type Cell = string | number | null | Uint8Array;
export type Cells = readonly Cell[];

/** Rows read at once. */
export const rowsAtOnce = ({ isLarge = false }: TableShape): number => (isLarge ? 1 : 200);

/** How a source gives files that are stored beside its database: as rows of `media_chunks`, or not among the rows. */
export type FilesAs = 'rows' | 'files';

/** A file of a message, stored beside the database. */
export interface FileBeside {
  /** The id of its row in `media`. */
  readonly id: string;
  readonly bytes: number;
  /** Absolute; it may be missing. */
  readonly path: string;
}

/** A snapshot of a database, which stays the same while it is read. */
export interface TransferSource {
  readonly dialect: 'sqlite' | 'postgres';
  /** Reads from the snapshot. */
  readonly db: Kysely<Schema>;
  /** The last value of the table's sequence; 0 = none yet. */
  lastValue(table: string, column: string): Promise<number>;
  /** The number of rows it returns. */
  count(table: string): Promise<number>;
  /** All rows, a few at a time; the cells are in the order of the columns. */
  rows(table: TableShape): AsyncIterable<readonly Cells[]>;
  /** The files of the snapshot without rows of their bytes; empty unless it was opened for `files`. */
  filesBeside(): readonly FileBeside[];
  close(): Promise<void>;
}

/** A database to be filled in one transaction. */
export interface TransferTarget {
  readonly dialect: 'sqlite' | 'postgres';
  /** Uses the transaction between `begin` and `commit`. */
  readonly db: Kysely<Schema>;
  /**
   * Blocks other writes to these tables until the end.
   * @throws TransferError while a gateway runs on it
   */
  begin(tables: readonly TableShape[]): Promise<void>;
  /** All rows, a few at a time. */
  rows(table: TableShape): AsyncIterable<readonly Cells[]>;
  /** Continues the table's sequence above `last`. */
  continueAfter(table: string, column: string, last: number): Promise<void>;
  /** Makes every lane visible to workers, in the form of this database. */
  freeLanes(): Promise<void>;
  /** Also applies the migrations newer than the imported schema. */
  commit(): Promise<void>;
  /** Rolls back everything unless it was committed. */
  close(): Promise<void>;
}
