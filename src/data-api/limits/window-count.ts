import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Drawn, WindowId } from './rate-limit.repository.js';

/** The part of a window's limit that is drawn ahead at most: a `kill -9` can cost a key that much (ADR 0013). */
const AHEAD_PART = 1 / 20;
const AHEAD_MAX = 1_000;
const AHEAD_AT_FIRST = 4;
/** Numbers that last less long are drawn in greater amounts, so that a busy key need not write often. */
const LASTS_MS = 1_000;

/** A window as a request is told of it; times in whole seconds. */
export type WindowRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

interface Waiter {
  readonly resolve: (record: WindowRecord) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The requests of one key in one window, as this process knows them. A request gets the next number that has been
 * drawn from the database, or waits for the next draw; so what is counted is always on disk before it is answered.
 */
export class WindowCount {
  /** The number that was given out last. */
  private given = 0;
  /** Numbers drawn and not given out yet. */
  private left = 0;
  private endsAt = 0;
  private limit = 1;
  private ahead = AHEAD_AT_FIRST / 2;
  private drawnAt = 0;
  private waiting: Waiter[] = [];

  constructor(
    readonly id: WindowId,
    readonly lengthMs: number,
  ) {}

  /** Counts one request at once, when there is a number left for it. */
  take(now: number, limit: number): WindowRecord | undefined {
    this.limit = limit;
    if (now >= this.endsAt) this.left = 0;
    // The clock was set back: no window is open for longer than it is long.
    this.endsAt = Math.min(this.endsAt, now + this.lengthMs);
    return this.left === 0 || this.waiting.length > 0 ? undefined : this.giveOut(now);
  }

  /** Counts one request when the next draw has numbers for it. @throws what that draw throws */
  wait(): Promise<WindowRecord> {
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  get isWaitedFor(): boolean {
    return this.waiting.length > 0;
  }

  /** Few numbers are left: time to draw, before somebody has to wait. */
  get isLow(): boolean {
    return this.left <= this.ahead / 2;
  }

  /** Whether forgetting it loses nothing. */
  isOver(now: number): boolean {
    return now >= this.endsAt && !this.isWaitedFor;
  }

  /** How many numbers the next draw should take. @param isAhead also some for requests yet to come */
  wanted(now: number, isAhead: boolean): number {
    if (!isAhead) return this.waiting.length;
    const isBusy = now - this.drawnAt < LASTS_MS;
    // How far a refusing window is over its limit does not matter.
    const most = this.given > this.limit ? AHEAD_MAX : Math.min(AHEAD_MAX, this.limit * AHEAD_PART);
    this.ahead = Math.max(1, Math.floor(Math.min(most, isBusy ? this.ahead * 2 : this.ahead / 2)));
    return this.waiting.length + this.ahead;
  }

  /** Takes what was drawn at `now`; serves those who waited. */
  receive({ hits, endsInMs }: Drawn, amount: number, now: number): void {
    // A count of just what we took is that of a new window: what was left is of the old one.
    this.left = (hits === amount ? 0 : this.left) + amount;
    this.given = hits - this.left;
    this.endsAt = now + endsInMs;
    this.drawnAt = now;
    for (const { resolve } of this.waiting.splice(0, this.left)) resolve(this.giveOut(now));
  }

  fail(error: unknown): void {
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }

  /** Gives up what is left. @returns how many numbers that was */
  surrender(): number {
    const { left } = this;
    this.left = 0;
    return left;
  }

  private giveOut(now: number): WindowRecord {
    this.left--;
    const totalHits = ++this.given;
    const timeToExpire = Math.max(1, Math.ceil((this.endsAt - now) / 1000));
    return { totalHits, timeToExpire, isBlocked: totalHits > this.limit, timeToBlockExpire: timeToExpire };
  }
}
