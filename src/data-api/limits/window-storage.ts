import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Clock, errorText } from '../../common/index.js';
import { Database } from '../../persistence/index.js';
import { RateLimitRepository, type WindowId } from './rate-limit.repository.js';
import { WindowCount, type WindowRecord } from './window-count.js';

/** The number of windows in memory that starts a search for ended ones. */
const SWEEP_AT = 1_000;

/**
 * The storage of the throttler: counts in the database, in draws of numbers (ADR 0013). Simultaneous requests share a
 * draw. On SQLite, which one process owns, some numbers are drawn ahead, so that most requests need no database; on
 * PostgreSQL, which replicas share, a draw takes only the numbers requested.
 */
@Injectable()
export class WindowStorage implements ThrottlerStorage, BeforeApplicationShutdown {
  private readonly logger = new Logger('RateLimits');
  private readonly counts = new Map<string, Map<string, WindowCount>>();
  private readonly low = new Set<WindowCount>();
  private readonly isAhead: boolean;
  private size = 0;
  private sweepAt = SWEEP_AT;
  private drawing: Promise<void> | undefined;

  constructor(
    private readonly limits: RateLimitRepository,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.isAhead = db.dialect === 'sqlite';
  }

  /**
   * Counts a request in one window of a key; refused ones count too. A window that refuses opens again when it ends.
   * @param key id of the API key
   * @param ttl length of the window, ms
   * @throws DatabaseUnavailableError when the request cannot be counted
   */
  increment(
    ...[key, ttl, limit, , period]: Parameters<ThrottlerStorage['increment']>
  ): Promise<WindowRecord> {
    const count = this.countOf(key, period, ttl);
    const record = count.countRequest(this.clock.now(), limit);
    if (!record || this.isInNeed(count)) this.draw(count);
    return record ? Promise.resolve(record) : count.wait();
  }

  /**
   * The count of a window without what is drawn ahead, where this process alone counts: on SQLite, for the windows that it
   * has counted in. Undefined: the row of the database is exact.
   */
  counted({ keyId, period }: WindowId): { readonly hits: number; readonly endsAt: number } | undefined {
    if (!this.isAhead) return undefined;
    return this.counts.get(period)?.get(keyId)?.present(this.clock.now());
  }

  /** Returns the numbers drawn ahead, so that the counts are exact after an orderly end. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.drawing;
    const rest = [...this.all()]
      .map((count) => ({ id: count.id, amount: count.surrender() }))
      .filter(({ amount }) => amount > 0);
    if (rest.length === 0) return;
    const now = this.clock.now();
    await this.db
      .transaction(async (tx) => {
        for (const { id, amount } of rest) await this.limits.giveBack(tx, id, amount, now);
      })
      .catch((error: unknown) => {
        this.logger.warn(`the rate limits count a few requests too many: ${errorText(error)}`);
      });
  }

  /** The number of windows in memory. */
  get remembered(): number {
    return this.size;
  }

  private isInNeed(count: WindowCount): boolean {
    return count.isWaitedFor || (this.isAhead && count.isLow);
  }

  private draw(count: WindowCount): void {
    this.low.add(count);
    this.drawing ??= this.drawAll();
  }

  /** Draws for all requests that arrive in the meantime, one draw at a time. */
  private async drawAll(): Promise<void> {
    while (this.low.size > 0) {
      // The other windows of the request, and simultaneous requests, join the draw.
      await Promise.resolve();
      // The draw before, of a slow disk, may have brought enough: a kill would cost what is drawn ahead twice.
      const counts = [...this.low].filter((count) => this.isInNeed(count));
      this.low.clear();
      if (counts.length === 0) break;
      await this.drawFor(counts).catch((error: unknown) => {
        for (const count of counts) count.fail(error);
      });
      for (const count of counts) if (count.isWaitedFor) this.low.add(count);
    }
    // Not later: a request in between would wait for a draw that nothing begins.
    this.drawing = undefined;
  }

  private async drawFor(counts: readonly WindowCount[]): Promise<void> {
    const drawnAt = this.clock.now();
    const draws = counts.map((count) => ({
      ...count.id,
      lengthMs: count.lengthMs,
      amount: count.wanted(drawnAt, this.isAhead),
    }));
    const drawn = await this.db.transaction((tx) => this.limits.draw(tx, draws, drawnAt));
    const times = { drawnAt, now: this.clock.now() };
    const amounts = new Map(counts.map((count, at) => [count, draws[at]?.amount ?? 0]));
    for (const row of drawn) {
      const count = this.counts.get(row.period)?.get(row.keyId);
      if (count) count.receive(row, amounts.get(count) ?? 0, times);
    }
  }

  private countOf(keyId: string, period: string, lengthMs: number): WindowCount {
    const ofPeriod = this.counts.get(period) ?? new Map<string, WindowCount>();
    const known = ofPeriod.get(keyId);
    if (known) return known;
    if (this.size >= this.sweepAt) this.sweep();
    const count = new WindowCount({ keyId, period }, lengthMs);
    this.counts.set(period, ofPeriod.set(keyId, count));
    this.size++;
    return count;
  }

  /** Forgets ended windows; the next search follows when the number left has doubled. */
  private sweep(): void {
    const now = this.clock.now();
    for (const count of this.all()) {
      if (!count.isOver(now) || this.low.has(count)) continue;
      this.counts.get(count.id.period)?.delete(count.id.keyId);
      this.size--;
    }
    this.sweepAt = Math.max(SWEEP_AT, this.size * 2);
  }

  private *all(): Iterable<WindowCount> {
    for (const ofPeriod of this.counts.values()) yield* ofPeriod.values();
  }
}
