import { newId } from '../ids/opaque-id.js';
import { type ForgetsPeople, RemembersPeople } from '../forgets-people.js';

const BYTES = 64 * 1024;
/** The most bytes of a UTF-16 unit in UTF-8. */
const MOST_PER_UNIT = 3;

/** Consecutive lines in one piece of memory. */
class LineSegment {
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
    this.add(`${head}"msg":"a line of ${line.length} characters, too long to keep"}\n`);
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

/** With the numbers of lines, all that is kept stays below 10 MB. */
const MOST_SEGMENTS = 150;

/**
 * The last lines of this process's log, as they were written. A line is copied as bytes and read only when someone
 * asks, so that keeping it costs neither garbage nor a parse; without a line there is no memory for them (ADR 0097).
 */
@RemembersPeople()
export class KeptLines implements ForgetsPeople {
  /** Tells the numbers of this process from those of others. */
  readonly origin = newId('log').slice('log_'.length);
  private readonly listeners = new Set<() => void>();
  private segments: LineSegment[] = [];
  private next = 1;

  /** @param most the maximum number of lines; 0 = none */
  constructor(private most: number) {}

  /** The number of the next line. */
  get end(): number {
    return this.next;
  }

  /** The number of the oldest line that is kept; `end` when there is none. */
  get begin(): number {
    return Math.max(this.segments[0]?.first ?? this.next, this.next - this.most);
  }

  /** Called for each line of the log: must stay cheap, and must not log. @param line its text, with the line's end */
  add(line: string): void {
    if (this.most === 0) return;
    if (!this.segments.at(-1)?.add(line)) this.nextSegment().addCut(line);
    this.next++;
    for (const listener of this.listeners) listener();
  }

  /** The bytes of a line, without its end, valid until the next line is added; undefined once it is not kept. */
  at(number: number): Buffer | undefined {
    if (number < this.begin || number >= this.next) return undefined;
    return this.segments.findLast(({ first }) => first <= number)?.at(number);
  }

  /** Applies another maximum, from now on. */
  limitTo(most: number): void {
    this.most = most;
    if (most === 0) this.segments = [];
    else while (this.hasSpare()) this.segments.shift();
  }

  /** Calls the listener after each line. @returns the function that stops it */
  follow(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private nextSegment(): LineSegment {
    const oldest = this.hasSpare() ? this.segments.shift() : undefined;
    const segment = oldest?.reuse(this.next) ?? new LineSegment(this.next);
    this.segments.push(segment);
    return segment;
  }

  /** Whether the oldest segment is not needed any more. */
  private hasSpare(): boolean {
    const [, second] = this.segments;
    if (!second) return false;
    return this.segments.length >= MOST_SEGMENTS || second.first <= this.next - this.most;
  }

  /** Writes asterisks over the names; lines keep their lengths. */
  forgetPeople(names: readonly string[]): void {
    for (const segment of this.segments) for (const name of names) segment.overwrite(name);
  }
}
