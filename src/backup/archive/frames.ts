/*
 * A frame: its length (4 bytes, big-endian), as many bytes, and the tag of its seal. The first byte of its content says
 * what the rest is. An entry is a BEGIN, DATA and an END; a last frame stands after all entries.
 */

export const FRAME = { begin: 1, data: 2, end: 3, last: 4 } as const;
export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

/** The most bytes of a file in one frame. */
export const DATA_BYTES = 256 * 1024;
/** The most bytes in any frame. */
export const MOST_FRAME_BYTES = 4 * 1024 * 1024;
export const LENGTH_BYTES = 4;

/** A frame of JSON that begins an entry. */
export interface EntryBegin {
  /** Relative, with `/`. */
  readonly path: string;
}

/** A frame of JSON that ends an entry. */
export interface EntryEnd {
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}
