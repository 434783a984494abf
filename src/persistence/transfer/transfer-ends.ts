import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.js';
import type { TableShape } from './tables.js';

/** A cell of our tables. */
export type Cell = string | number | null | Uint8Array;
export type Cells = readonly Cell[];

/** Rows read at once. */
export const rowsAtOnce = ({ isLarge = false }: TableShape): number => (isLarge ? 1 : 200);

/** A database as it is at one moment, to be read to the end whatever happens to it meanwhile. */
export interface TransferSource {
  readonly dialect: 'sqlite' | 'postgres';
  /** Sees that one moment. */
  readonly db: Kysely<Schema>;
  /** The highest value the table's sequence has given; 0 = none yet. */
  lastValue(table: string, column: string): Promise<number>;
  /** How many rows it gives. */
  count(table: string): Promise<number>;
  /** All rows, a few at a time; the cells are in the order of the columns. */
  rows(table: TableShape): AsyncIterable<readonly Cells[]>;
  close(): Promise<void>;
}

/** A database that is to be filled, in one transaction. */
export interface TransferTarget {
  readonly dialect: 'sqlite' | 'postgres';
  /** Is within the transaction between `begin` and `commit`. */
  readonly db: Kysely<Schema>;
  /** Keeps everyone else from writing these tables until the end. @throws TransferError while a gateway runs on it */
  begin(tables: readonly TableShape[]): Promise<void>;
  /** The next value the table's sequence gives is above `last`. */
  continueAfter(table: string, column: string, last: number): Promise<void>;
  /** Lets the waiting lanes be found by whoever works on them. */
  wakeLanes(): Promise<void>;
  /** Also applies the migrations that are newer than what was brought in. */
  commit(): Promise<void>;
  /** Undoes everything unless it was committed. */
  close(): Promise<void>;
}
