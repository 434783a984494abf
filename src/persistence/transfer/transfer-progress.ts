import type { TransferHeader } from './transfer-header.js';
import { totalRows } from './transfer-header.js';

/** The progress of an export or import, in rows. */
export interface TransferProgress {
  /** Whether the rows are those of the written file, which is read back. */
  readonly isReadBack: boolean;
  readonly table: string;
  /** Rows of this table. */
  readonly tableDone: number;
  readonly tableTotal: number;
  readonly done: number;
  readonly total: number;
}

export interface TransferOptions {
  readonly file: string;
  readonly onProgress?: (progress: TransferProgress) => void;
  /** Aborts the transfer without any effect. */
  readonly signal?: AbortSignal;
}

/** The tables and rows that were carried. */
export interface TransferSummary extends TransferHeader {
  readonly file: string;
  readonly rows: number;
}

/** Counts the transferred rows. */
export class ProgressMeter {
  private readonly total: number;
  private readonly byTable = new Map<string, number>();
  private done = 0;

  constructor(
    private readonly header: TransferHeader,
    private readonly options: Pick<TransferOptions, 'onProgress' | 'signal'>,
    private readonly isReadBack = false,
  ) {
    this.total = totalRows(header);
  }

  /** The number of transferred rows of a table. */
  rowsOf(table: string): number {
    return this.byTable.get(table) ?? 0;
  }

  /** @throws the signal's reason, once it is aborted */
  add(table: string, rows: number): void {
    this.options.signal?.throwIfAborted();
    const tableDone = this.rowsOf(table) + rows;
    this.byTable.set(table, tableDone);
    this.done += rows;
    const tableTotal = this.header.tables.find(({ name }) => name === table)?.rows ?? 0;
    const { done, total, isReadBack } = this;
    this.options.onProgress?.({ isReadBack, table, tableDone, tableTotal, done, total });
  }
}
