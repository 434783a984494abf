import { createHash } from 'node:crypto';
import { fileTypeOf } from '../types/file-type.js';

/** The number of bytes that identify a file type. */
const HEAD_BYTES = 64;

/** More bytes arrived than may be stored. */
export class MediaTooLargeError extends Error {
  override readonly name = 'MediaTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
  }
}

/** Counts and hashes the bytes that pass through it, and stops a file that is too large. */
export class MediaIntake {
  private readonly hash = createHash('sha256');
  private head = Buffer.alloc(0);
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  /** Passes the bytes on unchanged. @throws MediaTooLargeError at the first byte over the limit */
  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.total += chunk.byteLength;
      if (this.total > this.maxBytes) throw new MediaTooLargeError(this.maxBytes);
      this.hash.update(chunk);
      if (this.head.length < HEAD_BYTES)
        this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES)]);
      yield chunk;
    }
  }

  /** The measured file, when all of it has arrived. */
  result(): { readonly id: string; readonly mimeType: string; readonly bytes: number } {
    return { id: this.hash.digest('hex'), mimeType: fileTypeOf(this.head), bytes: this.total };
  }
}
