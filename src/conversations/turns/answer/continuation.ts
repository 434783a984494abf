/** A position after a sentence, or at the end of a line. */
const END_OF_SENTENCE = /(?<=[.!?…]["'”’»)\]]*)\s|(?<=[。！？]["'”’」』）]*)|[^\S\n]*(?:\n|$)/u;

/**
 * Lets only the new part of an answer through when an earlier run has sent a part of it. A model that is asked to
 * continue mostly does; one that begins again repeats the beginning, which is held back as long as it is the same.
 * White space is ignored, because models differ in it.
 */
export class Continuation {
  private readonly expected: string;
  private heldText = '';
  /** How many visible characters of `expected` have been repeated. */
  private matched = 0;
  private isThrough: boolean;

  constructor(private readonly alreadySaid: string) {
    this.expected = squeezed(alreadySaid);
    this.isThrough = this.expected === '';
  }

  /** Text that is held back, because so far it repeats the sent text. */
  get held(): string {
    return this.heldText;
  }

  /** @returns the part of the text so far that is new and was not returned before */
  push(text: string): string {
    if (this.isThrough) return text;
    const said = squeezed(text);
    const left = this.expected.length - this.matched;
    if (!isAt(this.expected, this.matched, said.slice(0, left))) return this.release() + text;
    if (said.length >= left) {
      this.release();
      return text.slice(indexAfter(text, left));
    }
    this.matched += said.length;
    this.heldText += text;
    return '';
  }

  /**
   * The held-back text that is new after all, when nothing follows it. A model that began again and ended where a
   * sentence or a line of the sent text ended has only repeated it: nothing is missing. A text that ends in the
   * middle of one (`2`, after `2 + 2 makes`) is an answer that happens to look like a beginning.
   */
  end(): string {
    const place = new RegExp(END_OF_SENTENCE, 'uy');
    place.lastIndex = indexAfter(this.alreadySaid, this.matched);
    return place.test(this.alreadySaid) ? '' : this.heldText;
  }

  private release(): string {
    const released = this.heldText;
    this.heldText = '';
    this.isThrough = true;
    return released;
  }
}

const squeezed = (text: string): string => text.replace(/\s+/gu, '');

const isAt = (text: string, index: number, part: string): boolean =>
  text.slice(index, index + part.length) === part;

/** The position after so many visible characters of a text. */
function indexAfter(text: string, visible: number): number {
  let left = visible;
  let at = 0;
  while (left > 0 && at < text.length) if (!/\s/u.test(text[at++] ?? '')) left--;
  return at;
}
