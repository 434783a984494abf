const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Drops the reasoning that some servers leave in the text, as a block in tags at its very beginning. Text is held back
 * only as long as it may be that block; one that is never closed is dropped whole.
 */
export class ThinkBlock {
  private held = '';
  private state: 'before' | 'within' | 'behind' | 'over' = 'before';

  /** @returns the text of the answer in it, without earlier results */
  push(text: string): string {
    if (this.isOver()) return text;
    this.held += text;
    if (this.state === 'before') this.open();
    if (this.state === 'within') this.close();
    if (this.state === 'behind') this.skipSpace();
    return this.isOver() ? this.release() : '';
  }

  /** The text that was held back, when nothing follows it. */
  end(): string {
    return this.state === 'before' || this.isOver() ? this.release() : '';
  }

  private isOver(): boolean {
    return this.state === 'over';
  }

  private open(): void {
    const begin = this.held.trimStart();
    if (begin.startsWith(OPEN)) {
      this.held = begin.slice(OPEN.length);
      this.state = 'within';
    } else if (!OPEN.startsWith(begin)) this.state = 'over';
  }

  private close(): void {
    const at = this.held.indexOf(CLOSE);
    // A dropped text is kept only as far as the beginning of the tag may reach.
    this.held = at < 0 ? this.held.slice(1 - CLOSE.length) : this.held.slice(at + CLOSE.length);
    if (at >= 0) this.state = 'behind';
  }

  private skipSpace(): void {
    this.held = this.held.trimStart();
    if (this.held !== '') this.state = 'over';
  }

  private release(): string {
    const released = this.held;
    this.held = '';
    return released;
  }
}
