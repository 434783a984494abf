/** One line of a stream; has no event, so that it is read like an event of another stream. */
export interface StreamedLine {
  readonly data: string;
  readonly event?: undefined;
}

/** Finds the lines in the bytes of a stream (NDJSON), however they are cut. Empty lines are left out. */
export class LineDecoder {
  private readonly decoder = new TextDecoder();
  /** The beginning of a line, in the pieces in which it came: joining it each time would cost too much. */
  private begun: string[] = [];

  /** @returns the lines that are now complete */
  decode(bytes: Uint8Array): readonly StreamedLine[] {
    const [first = '', ...more] = this.decoder.decode(bytes, { stream: true }).split('\n');
    this.begun.push(first);
    const last = more.pop();
    if (last === undefined) return [];
    const whole = [this.begun.join(''), ...more];
    this.begun = [last];
    return whole.flatMap(lineOf);
  }

  /** @returns the last line of a stream that ends without a line break */
  end(): readonly StreamedLine[] {
    const last = this.begun.join('') + this.decoder.decode();
    this.begun = [];
    return lineOf(last);
  }
}

const lineOf = (text: string): StreamedLine[] => (text.trim() === '' ? [] : [{ data: text }]);
