/** A place behind a sentence, or at the end of a line. */
const END_OF_SENTENCE = /(?<=[.!?…]["'”’»)\]]*)\s|(?<=[。！？]["'”’」』）]*)|[^\S\n]*(?:\n|$)/u;

/**
 * Lets through only what is new of an answer that an earlier run has said in part. A model that was asked to go
 * on mostly does; one that begins again says the same first, and that is held back as long as it is the same.
 * White space does not count: it is where models differ.
 */
export class Continuation {
  private readonly expected: string;
  private heldText = '';
  /** How many visible characters of `expected` have been said again. */
  private matched = 0;
  private isThrough: boolean;

  constructor(private readonly alreadySaid: string) {
    this.expected = squeezed(alreadySaid);
    this.isThrough = this.expected === '';
  }

  /** Text that came and is held back, because so far it repeats what had been said before. */
  get held(): string {
    return this.heldText;
  }

  /** @returns what of the text so far is new and was not returned before. */
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
   * The held-back text that is new after all, when nothing follows it. A model that began again and ended where
   * a sentence or a line of what had been said ends has only said that again: nobody misses it. What ends in the
   * middle of one (`2`, behind `2 + 2 makes`) is an answer that happens to look like a beginning.
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

/** Where so many visible characters of a text have gone by. */
function indexAfter(text: string, visible: number): number {
  let left = visible;
  let at = 0;
  while (left > 0 && at < text.length) if (!/\s/u.test(text[at++] ?? '')) left--;
  return at;
}
