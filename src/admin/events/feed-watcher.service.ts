import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import type { Positions } from './event-cursor.js';
import { EventFeeds } from './event-feeds.service.js';

const POLL_MS = 500;
/** The pause before the second look at open transactions, which take milliseconds; it doubles up to the one above. */
const FIRST_PAUSE_MS = 10;

/** The ends of the feeds, and the transactions that may still commit rows before them. */
interface Reading {
  readonly ends: Positions;
  readonly writers: ReadonlySet<string>;
}

/** The ends of the feeds, and the position up to which they are complete; undefined = not known yet. */
export interface Outlook {
  readonly ends: Positions;
  readonly settled: Positions | undefined;
}

type Listener = (settled: Positions | undefined) => void;

/**
 * Watches the position up to which feeds can be sent without a gap; reads the database only while there are clients. On
 * a database with several writers a lower number may be committed after a higher one, so a reading is settled when all
 * transactions that were writing then have ended (ADR 0074).
 */
@Injectable()
export class FeedWatcher {
  private readonly logger = new Logger('Events');
  private readonly listeners = new Set<Listener>();
  private pending: Reading | undefined;
  private settled: Positions | undefined;
  private lastLook: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private pauseMs = FIRST_PAUSE_MS;

  constructor(private readonly feeds: EventFeeds) {}

  /**
   * Tells the settled position at once, where it is known, and after each poll.
   * @returns the function that stops it
   */
  follow(listener: Listener): () => void {
    this.listeners.add(listener);
    listener(this.settled);
    this.timer ??= this.pollLater();
    return () => this.listeners.delete(listener);
  }

  /**
   * Reads the present ends. One look at a time, because the comparison of two readings needs their order.
   * @throws DatabaseUnavailableError
   */
  look(): Promise<Outlook> {
    const outlook = this.lastLook.then(() => this.lookNow());
    this.lastLook = outlook.catch(() => undefined);
    return outlook;
  }

  private async lookNow(): Promise<Outlook> {
    if (this.listeners.size === 0) this.forget();
    const ends = await this.feeds.ends();
    // Read after the ends, so that they include everyone who has taken a lower number.
    this.compare({ ends, writers: await this.feeds.writers() });
    return { ends, settled: this.settled };
  }

  private compare(now: Reading): void {
    const { ends, writers } = this.pending ?? now;
    const open = writers.intersection(now.writers);
    if (open.size > 0) this.pending = { ends, writers: open };
    else if (now.writers.size > 0) [this.settled, this.pending] = [ends, now];
    else [this.settled, this.pending] = [now.ends, undefined];
  }

  /** A position settled before a time without clients is long past. */
  private forget(): void {
    [this.settled, this.pending, this.pauseMs] = [undefined, undefined, FIRST_PAUSE_MS];
  }

  private pollLater(): NodeJS.Timeout {
    if (this.settled) this.pauseMs = POLL_MS;
    const timer = setTimeout(() => void this.poll(), this.pauseMs).unref();
    this.pauseMs = Math.min(2 * this.pauseMs, POLL_MS);
    return timer;
  }

  private async poll(): Promise<void> {
    if (this.listeners.size === 0) return void (this.timer = undefined);
    try {
      const { settled } = await this.look();
      for (const listener of this.listeners) listener(settled);
    } catch (error) {
      this.logger.warn(`cannot read events: ${errorText(error)}`);
    }
    this.timer = this.pollLater();
  }
}
