import { SetMetadata } from '@nestjs/common';
import type { RetentionConfig } from '../../config/index.js';
import type { Tx } from '../database/database.js';

export const KEPT_FOR = 'gatehouse:kept-for';

/** Rows that a marked repository keeps for a time only. */
export interface RetentionRule {
  /** As the log calls it. */
  readonly what: string;
  /** How long; 0 = for ever. */
  readonly days: (config: RetentionConfig) => number;
}

/** A repository that forgets. */
export interface DeletesOld {
  /** Rows a call is to delete at most, where they are large; else as many as is usual. */
  readonly atOnce?: number;
  /**
   * Deletes rows that were over before `before` (epoch ms), the oldest first, at most `limit` of each table;
   * never what somebody still waits for. Called in a transaction of its own, one caller at a time.
   * @returns how many are gone; fewer than `limit` says that nothing is left to delete
   */
  deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number>;
}

/** Marks a repository (which must be a DeletesOld); it is found at start, nobody has to know it. */
export const KeptFor = (what: string, days: RetentionRule['days']) =>
  SetMetadata(KEPT_FOR, { what, days } satisfies RetentionRule);
