import { SetMetadata } from '@nestjs/common';
import type { RetentionConfig } from '../../config/index.js';
import type { Tx } from '../database/database.js';
import type { Schema } from '../schema/schema.js';
import type { AgingRows } from './delete-oldest.js';

export const KEPT_FOR = 'gatehouse:kept-for';

/** Rows that a marked repository keeps for a limited time. */
export interface RetentionRule {
  /** Their name in the log. */
  readonly what: string;
  /** Days to keep them; 0 = keep forever. */
  readonly days: (config: RetentionConfig) => number;
  /** Rows that the retention deletes itself; without them the repository is a DeletesOld. */
  readonly rows?: AgingRows<keyof Schema> | undefined;
}

/** A repository that deletes its old rows itself. */
export interface DeletesOld {
  /** Maximum rows per call, for large rows; the usual batch when not set. */
  readonly atOnce?: number;
  /**
   * Deletes rows that ended before `before` (epoch ms), the oldest first, at most `limit` of each table; never rows
   * still needed. Called in a transaction of its own, one caller at a time.
   * @returns how many were deleted; fewer than `limit` means that nothing is left to delete
   */
  deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number>;
}

/** Marks a repository, which names its rows or is a DeletesOld; the retention finds it at the start. */
export const KeptFor = <T extends keyof Schema>(
  what: string,
  days: RetentionRule['days'],
  rows?: AgingRows<T>,
) => SetMetadata(KEPT_FOR, { what, days, rows: rows as RetentionRule['rows'] } satisfies RetentionRule);
