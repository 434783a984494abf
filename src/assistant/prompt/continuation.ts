/** A position after a sentence, or at the end of a line. */
const END_OF_SENTENCE = /(?<=[.!?…]["'”’»)\]]*)\s|(?<=[。！？]["'”’」』）]*)|[^\S\n]*(?:\n|$)/u;

/**
 * Lets only the new part of an answer through after an earlier run has sent a part of it. A model that is asked to
 * continue usually does so. One that begins again repeats the sent text: its answer is held back as long as it is the
 * same. White space is ignored, because models vary it.
 */
export class Continuation {
  private readonly expected: string;
  private heldText = '';
  /** How many visible characters of `expected` have been repeated so far. */
  private matched = 0;
  private isThrough: boolean;

  constructor(private readonly alreadySaid: string) {
    this.expected = squeezed(alreadySaid);
    this.isThrough = this.expected === '';
  }

  /** The text that is held back because so far it repeats the sent text. */
  get held(): string {
    return this.heldText;
  }

  /** @returns the new part of the text so far, without earlier results */
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
   * The part of the held-back text that turns out to be new when nothing follows it. A model that began again and ended
   * where a sentence or a line of the sent text ends has only repeated that text, and nothing is missing. But a text
   * that ends within a sentence (`2`, after `2 + 2 makes`) is an answer that only looks like a repetition.
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

/** The position after that many visible characters of a text. */
function indexAfter(text: string, visible: number): number {
  let left = visible;
  let at = 0;
  while (left > 0 && at < text.length) if (!/\s/u.test(text[at++] ?? '')) left--;
  return at;
}
