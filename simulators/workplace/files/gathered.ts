import type { FileContent } from '../types.js';

const BLOCK = Buffer.alloc(64 * 1024);
/** From this size on a file of nothing but zeros is only counted, so that a test can send what no memory holds. */
const COUNTED_BYTES = 16 * 1024 * 1024;

/** A file that arrives in pieces. */
export class Gathered {
  private pieces: Uint8Array[] = [];
  private zeros = 0;

  add(piece: Uint8Array): void {
    if (this.pieces.length === 0 && isZeros(piece)) this.zeros += piece.byteLength;
    else this.pieces.push(piece);
  }

  get content(): FileContent {
    if (this.pieces.length === 0 && this.zeros > COUNTED_BYTES) return { zeros: this.zeros };
    return Buffer.concat([Buffer.alloc(this.zeros), ...this.pieces]);
  }
}

function isZeros(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.byteLength; at += BLOCK.byteLength) {
    const part = bytes.subarray(at, at + BLOCK.byteLength);
    if (!BLOCK.subarray(0, part.byteLength).equals(part)) return false;
  }
  return true;
}
