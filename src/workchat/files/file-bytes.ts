/** A file's bytes, read a part at a time and as often as need be: nobody holds all of a large one. */
export interface FileBytes {
  readonly size: number;
  /** From a position to another, that one not included; within the size. */
  read(from: number, to: number): Promise<Uint8Array>;
}

export const bytesOf = (bytes: Uint8Array): FileBytes => ({
  size: bytes.byteLength,
  read: async (from, to) => bytes.subarray(from, to),
});
