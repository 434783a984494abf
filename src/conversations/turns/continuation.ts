/**
 * Lets through only what is new of an answer that an earlier run has said in part. A model that was asked to go
 * on mostly does; one that begins again says the same first, and that is held back as long as it is the same.
 * White space does not count: it is where models differ.
 */
export class Continuation {
  private readonly expected: string;
  private held = '';
  private isThrough: boolean;

  constructor(alreadySaid: string) {
    this.expected = squeezed(alreadySaid);
    this.isThrough = this.expected === '';
  }

  /** @returns what of the text so far is new and was not returned before. */
  push(text: string): string {
    if (this.isThrough) return text;
    this.held += text;
    const said = squeezed(this.held);
    if (this.expected.startsWith(said) && said.length < this.expected.length) return '';
    this.isThrough = true;
    return said.startsWith(this.expected) ? this.afterRepetition() : this.held;
  }

  /** What stands behind as many visible characters as had been said before. */
  private afterRepetition(): string {
    let left = this.expected.length;
    let at = 0;
    while (left > 0) if (!/\s/u.test(this.held[at++] ?? '')) left--;
    return this.held.slice(at);
  }
}

const squeezed = (text: string): string => text.replace(/\s+/gu, '');
