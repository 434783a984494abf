import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { Database } from '../../persistence/index.js';
import type { Positions } from './event-cursor.js';
import { EventFeeds } from './event-feeds.service.js';

const POLL_MS = 500;
/**
 * On a database with several writers a lower number may be committed after a higher one. A row of this age has no
 * uncommitted rows before it, because our transactions take milliseconds.
 */
const SETTLED_MS = 2_000;

interface Reading {
  readonly at: number;
  readonly ends: Positions;
}

type Listener = (settled: Positions) => void;

/**
 * Watches the position up to which feeds can be sent without a gap; reads the database only while there are clients.
 */
@Injectable()
export class FeedWatcher {
  private readonly logger = new Logger('Events');
  private readonly listeners = new Set<Listener>();
  private readonly settleMs: number;
  private readings: readonly Reading[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly feeds: EventFeeds,
    db: Database,
  ) {
    this.settleMs = db.dialect === 'sqlite' ? 0 : SETTLED_MS;
  }

  /** @returns the function that stops it */
  follow(listener: Listener): () => void {
    this.listeners.add(listener);
    this.timer ??= this.pollIn(0);
    return () => this.listeners.delete(listener);
  }

  private pollIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.poll(), ms).unref();
  }

  private async poll(): Promise<void> {
    const at = performance.now();
    try {
      const readings = [...this.readings, { at, ends: await this.feeds.ends() }];
      const settled = readings.findLast((each) => at - each.at >= this.settleMs);
      this.readings = readings.filter((each) => each.at >= (settled?.at ?? 0));
      if (settled) for (const listener of this.listeners) listener(settled.ends);
    } catch (error) {
      this.logger.warn(`events cannot be read: ${errorText(error)}`);
    }
    const isOver = this.listeners.size === 0;
    if (isOver) this.readings = [];
    this.timer = isOver ? undefined : this.pollIn(POLL_MS);
  }
}
