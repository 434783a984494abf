import type { Tx } from '../database/database.js';

/** Completely received bytes without a name, which readers cannot find yet. */
export interface StagedBlob {
  readonly name: string;
}

/** A part of a file; the end is exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Stores the bytes for the rows of `media` by their ids: as files below the state dir beside a database file, or as
 * rows where replicas share a database. A row without its bytes is never written. Bytes without a row, the leftovers of
 * a crash, are ignored, and `sweep` deletes them.
 */
export abstract class Blobs {
  /**
   * Receives the bytes, holding one piece at a time in memory.
   * @throws errors of `chunks` and of the disk or the database; nothing is left then
   */
  abstract stage(chunks: AsyncIterable<Uint8Array>): Promise<StagedBlob>;

  /**
   * Names the bytes together with their row: `record` writes it, and may be run again from its start. Existing bytes
   * stay unchanged.
   * @throws errors of `record`, after which the bytes are deleted
   */
  abstract commitStaged<T>(staged: StagedBlob, id: string, record: (tx: Tx) => Promise<T>): Promise<T>;

  /** Deletes bytes whose rows are deleted in the same transaction. */
  abstract remove(tx: Tx, ids: readonly string[]): Promise<void>;

  /** Throws when the bytes are deleted meanwhile, or do not exist. */
  abstract read(id: string, range?: ByteRange): AsyncIterable<Uint8Array>;

  /**
   * Deletes leftovers from before `before` (epoch ms).
   * @returns their number
   */
  abstract sweep(before: number): Promise<number>;

  /** Resolves when no deletion is running. */
  abstract settled(): Promise<void>;

  /** Resolves when no bytes without a row are left, those of a crash just now neither; not those being received. */
  abstract finishRemoving(): Promise<void>;
}

/** The bytes of a file are missing. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';

  constructor() {
    super('the content of a file no longer exists');
  }
}
