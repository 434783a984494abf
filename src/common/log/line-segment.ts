const BYTES = 64 * 1024;
/** The most bytes of a UTF-16 unit in UTF-8. */
const MOST_PER_UNIT = 3;

/** Consecutive lines in one piece of memory. */
export class LineSegment {
  private readonly bytes = Buffer.allocUnsafeSlow(BYTES);
  /** Where each line ends. */
  private ends: number[] = [];
  private used = 0;

  /** @param first the number of its first line */
  constructor(public first: number) {}

  /** @returns false when there is no room for the line */
  add(line: string): boolean {
    const room = BYTES - this.used;
    // Counting the bytes is needed only near the end.
    if (line.length * MOST_PER_UNIT > room && Buffer.byteLength(line) > room) return false;
    this.used += this.bytes.write(line, this.used);
    this.ends.push(this.used);
    return true;
  }

  /** Adds a line to an empty segment; of one that is too long only its length. */
  addCut(line: string): void {
    if (this.add(line)) return;
    const [head = '{'] = /^\{"level":\d+,"time":"[^"]{1,40}",/.exec(line) ?? [];
    this.add(`${head}"msg":"a line of ${line.length} characters, which is too long to be kept"}\n`);
  }

  /** The bytes of a line without its end. */
  at(number: number): Buffer | undefined {
    const position = number - this.first;
    const end = this.ends[position];
    return end === undefined ? undefined : this.bytes.subarray(this.ends[position - 1] ?? 0, end - 1);
  }

  /** Writes asterisks over each occurrence of a text. */
  overwrite(text: string): void {
    const bytes = Buffer.from(text);
    const used = this.bytes.subarray(0, this.used);
    for (let at = used.indexOf(bytes); at >= 0; at = used.indexOf(bytes, at + 1))
      used.fill('*', at, at + bytes.length);
  }

  /** Empties it for other lines. */
  reuse(first: number): this {
    [this.first, this.ends, this.used] = [first, [], 0];
    return this;
  }
}
