import type { Schemas } from '../../api/client.js';

export type Line = Schemas['LogLineDto'];

/** A place where lines are missing, and why. */
export interface Break {
  readonly id: string;
  readonly time: string;
  readonly missing: string;
}

export type Entry = Line | Break;

/** A part of a stream: a line, or how many are not kept any more. */
export type Arrival = Line | { readonly lines: number };

const MOST_ENTRIES = 500;
const NOT_READ = 'Lines are missing here because they were written while this page was not reading the log.';
const OTHER_PROCESS =
  'The lines above come from another process because the gateway restarted or another replica answered.';

/** The lines that are shown, each once, newest first, and where some are missing. */
export class LogRecord {
  entries: readonly Entry[] = [];

  /** Adds the newest lines of the log, and notes when others are missing between those and the ones before. */
  addPage(items: readonly Line[], isAll: boolean): void {
    const oldest = items.at(-1);
    const newest = this.entries.find(isLine);
    const isApart = newest && oldest && !isAll && !items.some((line) => this.has(line));
    if (isApart && processOf(newest) === processOf(oldest)) this.add([breakBefore(oldest, NOT_READ)]);
    this.add(items);
  }

  /** Adds what the stream has brought, in its order. */
  addNew(arrivals: readonly Arrival[]): void {
    let skipped = 0;
    for (const arrival of arrivals) {
      if ('lines' in arrival) skipped += arrival.lines;
      else if (skipped > 0 && !this.has(arrival)) {
        this.add([breakBefore(arrival, `${skipped} lines here are no longer kept.`)]);
        skipped = 0;
      }
    }
    this.add(arrivals.filter((arrival): arrival is Line => !('lines' in arrival)));
  }

  private has({ id }: Line): boolean {
    return this.entries.some((each) => each.id === id);
  }

  private add(more: readonly Entry[]): void {
    const byId = new Map([...this.entries, ...more].map((entry) => [entry.id, entry]));
    for (const entry of byId.values())
      if (!isLine(entry) && entry.missing === OTHER_PROCESS) byId.delete(entry.id);
    const sorted = [...byId.values()].sort(newestFirst);
    this.entries = sorted.flatMap((entry, index) => between(entry, sorted[index + 1])).slice(0, MOST_ENTRIES);
  }
}

export const isLine = (entry: Entry): entry is Line => !('missing' in entry);

const breakBefore = ({ id, time }: Line, missing: string): Break => ({ id: `before ${id}`, time, missing });

/**
 * An entry, and a break where the older one is a line of another process. It is found again with each arrival: the stream
 * of a new process may bring lines before its page does.
 */
const between = (entry: Entry, older: Entry | undefined): readonly Entry[] =>
  older && isLine(entry) && isLine(older) && processOf(entry) !== processOf(older)
    ? [entry, breakBefore(entry, OTHER_PROCESS)]
    : [entry];

/** An id is `process.number`. */
const processOf = ({ id }: Line): string => id.slice(0, id.indexOf('.'));
const numberOf = (entry: Entry): number =>
  isLine(entry) ? Number(entry.id.slice(entry.id.indexOf('.') + 1)) : -1;

const newestFirst = (a: Entry, b: Entry): number =>
  a.time === b.time ? numberOf(b) - numberOf(a) : a.time < b.time ? 1 : -1;
