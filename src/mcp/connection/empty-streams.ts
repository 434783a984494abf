import type { StreamEnd } from './answer-stream.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A stream that lasted this long is one, although nothing was said in it, ms. */
const LASTING_MS = 30_000;
/** How often a stream is opened again that ends at once. */
const MOST = 10;

/** A stream that a GET opens. */
export interface OpenedStream {
  /** It has ended at once so often that it is none. */
  readonly isGivenUp: boolean;
  /** Called when it is open. @returns what is called at its end */
  begin(): (end: StreamEnd) => void;
}

/**
 * Counts the streams of a connection that end as soon as they are opened: servers that offer none should refuse a GET, and
 * some answer it with nothing.
 */
export class EmptyStreams {
  /** By the event behind which a stream was to continue; `''` for that of changes. */
  private readonly counts = new Map<string, number>();

  of(headers: Headers): OpenedStream {
    const key = headers.get('last-event-id') ?? '';
    return {
      isGivenUp: (this.counts.get(key) ?? 0) > MOST,
      begin: () => {
        const begun = performance.now();
        return ({ hasData }) => {
          const isOne = hasData || performance.now() - begun >= LASTING_MS;
          if (isOne) this.counts.delete(key);
          else this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
        };
      },
    };
  }

  /**
   * The pause before a stream is opened again.
   * @param askedMs what the server or the client wants, ms
   */
  pauseMs(askedMs: number): number {
    const count = Math.max(0, ...[...this.counts.values()].filter((each) => each <= MOST));
    return Math.min(LONGEST_PAUSE_MS, Math.max(askedMs, count === 0 ? 0 : FIRST_PAUSE_MS * 2 ** (count - 1)));
  }
}
