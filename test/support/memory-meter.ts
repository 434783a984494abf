import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of buffers that are still referenced. */
export function heldBytes(): number {
  // The second collection waits until the memory found by the first is released.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

/** Measures memory while a file of that size streams: a reader that buffers it holds all of it at its start or end. */
export class MemoryMeter {
  /** The maximum growth since the beginning, in bytes. */
  most = 0;
  private readonly before = heldBytes();

  constructor(private readonly size: number) {}

  /** Passes the bytes through; measures at the first and at the last. */
  async *through(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let passed = 0;
    for await (const chunk of chunks) {
      if (passed === 0 || passed + chunk.byteLength >= this.size) this.look();
      passed += chunk.byteLength;
      yield chunk;
    }
  }

  /**
   * As `through`, but drops the bytes.
   * @returns their number
   */
  async count(chunks: AsyncIterable<Uint8Array>): Promise<number> {
    let passed = 0;
    for await (const { byteLength } of this.through(chunks)) passed += byteLength;
    return passed;
  }

  private look(): void {
    this.most = Math.max(this.most, heldBytes() - this.before);
  }
}
