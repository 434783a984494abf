import { createHash } from 'node:crypto';
import { fileTypeOf } from '../types/file-type.js';

/** As many bytes as tell what a file is. */
const HEAD_BYTES = 64;

/** More bytes came than may be kept. */
export class MediaTooLargeError extends Error {
  override readonly name = 'MediaTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
  }
}

/** Counts and names what passes through it, and stops what is too large. */
export class MediaIntake {
  private readonly hash = createHash('sha256');
  private head = Buffer.alloc(0);
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  /** The same bytes. @throws MediaTooLargeError at the first that is too much */
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

  /** The measured file, once all of it has come in. */
  result(): { readonly id: string; readonly mimeType: string; readonly bytes: number } {
    return { id: this.hash.digest('hex'), mimeType: fileTypeOf(this.head), bytes: this.total };
  }
}
