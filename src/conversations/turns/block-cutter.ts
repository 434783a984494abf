import { endsInFence } from '../../delivery/index.js';

/** A block is not worth a message of its own below this many characters. */
const MIN_BLOCK = 120;

const BLANK_LINE = /\n[^\S\n]*\n/g;

/**
 * Cuts an answer that is still being written into blocks: whole paragraphs, never inside a code fence. The
 * blocks and the rest, put together, are the text as it came.
 */
export class BlockCutter {
  private buffer = '';

  /** @returns the blocks that are complete now, oldest first. */
  push(text: string): string[] {
    this.buffer += text;
    const blocks: string[] = [];
    for (let cut = this.nextCut(); cut > 0; cut = this.nextCut()) {
      blocks.push(this.buffer.slice(0, cut));
      this.buffer = this.buffer.slice(cut);
    }
    return blocks;
  }

  /** What is not yet a block. */
  get rest(): string {
    return this.buffer;
  }

  /** Behind the first blank line that ends a block; 0 when there is none yet. */
  private nextCut(): number {
    for (const { index, 0: gap } of this.buffer.matchAll(BLANK_LINE)) {
      if (this.buffer.slice(0, index).trim().length < MIN_BLOCK) continue;
      if (!endsInFence(this.buffer.slice(0, index))) return index + gap.length;
    }
    return 0;
  }
}
