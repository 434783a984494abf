import { FenceWatch } from '../../../channels/index.js';

/** A block with fewer characters is not worth a message of its own. */
const MIN_BLOCK = 120;

/**
 * Cuts an answer that is still being written into blocks of whole paragraphs, never inside a code fence. The blocks and
 * the rest, put together, are the original text. Each line is read only once: a model writes a word at a time, and the
 * earlier text must not be read again for each word.
 */
export class BlockCutter {
  private block = new OpenBlock();
  /** The unfinished last line. */
  private line = '';

  /** @returns the blocks that are complete now, oldest first. */
  push(text: string): string[] {
    const blocks: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = this.line + text.slice(start, end + 1);
      this.line = '';
      start = end + 1;
      if (!this.block.addLine(line)) continue;
      blocks.push(this.block.text);
      this.block = new OpenBlock();
    }
    this.line += text.slice(start);
    return blocks;
  }

  /** The text that is not yet part of a block. */
  get rest(): string {
    return this.block.text + this.line;
  }
}

/** The lines since the last cut. */
class OpenBlock {
  text = '';
  private readonly fences = new FenceWatch();
  /** Where the visible text begins and ends. */
  private start: number | undefined;
  private end = 0;

  /** @returns whether this line ends the block; only a blank one can */
  addLine(line: string): boolean {
    const before = this.text.length;
    this.text += line;
    const visible = line.trimEnd().length;
    if (visible === 0) return this.end - (this.start ?? 0) >= MIN_BLOCK && !this.fences.isInFence;
    this.start ??= before + line.length - line.trimStart().length;
    this.end = before + visible;
    this.fences.addLine(line.slice(0, -1));
    return false;
  }
}
