import type { Tx } from '../database/database.js';

/** Bytes that came in whole and have no name yet: nobody finds them. */
export interface StagedBlob {
  readonly name: string;
}

/** A part of a file: from a position to before another. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The bytes behind the rows of `media`, by their ids: files below the state dir where the database is a file, rows of
 * it where replicas share one. What a crash leaves is found by `sweep`: bytes without a row never count, and a row
 * without its bytes is never made.
 */
export abstract class Blobs {
  /**
   * Takes the bytes in as they come, a piece at a time in memory.
   * @throws what `chunks` throws and what the disk or the database says; nothing is left then
   */
  abstract stage(chunks: AsyncIterable<Uint8Array>): Promise<StagedBlob>;

  /**
   * Gives them their name together with the row that makes them known: `record` writes it, and may be run again from
   * its start. Bytes that are there already stay as they are.
   * @throws what `record` throws: then the bytes are gone
   */
  abstract keep<T>(staged: StagedBlob, id: string, record: (tx: Tx) => Promise<T>): Promise<T>;

  /** Deletes bytes whose rows are deleted in the same transaction. */
  abstract remove(tx: Tx, ids: readonly string[]): Promise<void>;

  /** Ends with an error when they are deleted meanwhile, or were not there. */
  abstract read(id: string, range?: ByteRange): AsyncIterable<Uint8Array>;

  /** Deletes what was left behind before `before` (epoch ms). @returns how many */
  abstract sweep(before: number): Promise<number>;

  /** Resolves when no deletion is under way any more. */
  abstract settled(): Promise<void>;
}

/** The bytes of a file are not there, though they should be. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';

  constructor() {
    super('the bytes of a file are not there any more');
  }
}
