import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Drawn, WindowId } from './rate-limit.repository.js';

/** The largest part of a window's limit that is drawn ahead: a `kill -9` can cost a key that much (ADR 0013). */
const AHEAD_PART = 1 / 20;
const AHEAD_MAX = 1_000;
const AHEAD_AT_FIRST = 4;
/** Numbers that are used up faster than this are drawn in larger amounts, so that a busy key need not write often. */
const LASTS_MS = 1_000;

/** A window as reported to a request; times in whole seconds. */
export type WindowRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

interface Waiter {
  readonly resolve: (record: WindowRecord) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The requests of one key in one window, in this process. A request gets the next number drawn from the database, or
 * waits for the next draw, so every count is on disk before its answer.
 */
export class WindowCount {
  /** The last number used. */
  private given = 0;
  /** Numbers drawn and not used yet. */
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

  /** The requests so far and the end of the window; undefined when none is open, or not known here. */
  present(now: number): { readonly hits: number; readonly endsAt: number } | undefined {
    return now < this.endsAt ? { hits: this.given, endsAt: this.endsAt } : undefined;
  }

  /** Counts one request at once, if a number is left. */
  countRequest(now: number, limit: number): WindowRecord | undefined {
    this.limit = limit;
    if (now >= this.endsAt) this.left = 0;
    // The clock was set back: no window stays open for longer than its length.
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

  /** Whether few numbers are left, so that a draw now avoids waiting. */
  get isLow(): boolean {
    return this.left <= this.ahead / 2;
  }

  /** Whether it can be forgotten without losing a count. */
  isOver(now: number): boolean {
    return now >= this.endsAt && !this.isWaitedFor;
  }

  /** The number of numbers that the next draw should take. @param isAhead adds some for future requests */
  wanted(now: number, isAhead: boolean): number {
    if (!isAhead) return this.waiting.length;
    const isBusy = now - this.drawnAt < LASTS_MS;
    // The exact count of a refusing window does not matter.
    const most = this.given > this.limit ? AHEAD_MAX : Math.min(AHEAD_MAX, this.limit * AHEAD_PART);
    this.ahead = Math.max(1, Math.floor(Math.min(most, isBusy ? this.ahead * 2 : this.ahead / 2)));
    return this.waiting.length + this.ahead;
  }

  /**
   * Takes the numbers drawn at `drawnAt`, and serves the waiting requests. A window that ended in between serves none:
   * they wait for the next draw.
   */
  receive(
    { hits, endsInMs }: Drawn,
    amount: number,
    { drawnAt, now }: { drawnAt: number; now: number },
  ): void {
    // A count equal to our draw belongs to a new window: the numbers left were of the old one.
    this.left = (hits === amount ? 0 : this.left) + amount;
    this.given = hits - this.left;
    // The clock may have been set back in between.
    this.endsAt = Math.min(drawnAt + endsInMs, now + this.lengthMs);
    this.drawnAt = drawnAt;
    if (now >= this.endsAt) this.left = 0;
    for (const { resolve } of this.waiting.splice(0, this.left)) resolve(this.giveOut(now));
  }

  fail(error: unknown): void {
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }

  /** Gives up the numbers left. @returns their number */
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
