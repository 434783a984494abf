import { withTimeout } from '../../common/index.js';

/** Longest a live message waits; the catch-up, which fetches it too, may take longer. */
const MAX_WAIT_MS = 10_000;

/**
 * Holds live messages back while older ones may still have to be fetched, so that a chat is answered in its
 * order: a message that the webhook brings first would otherwise overtake those written while we or the
 * bridge were down.
 */
export class ReplayBarrier {
  private waiting: PromiseWithResolvers<boolean> | undefined;
  private refuses = false;

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  close(): void {
    this.refuses = false;
    this.waiting ??= Promise.withResolvers();
  }

  open(): void {
    this.settle(true);
  }

  /** Sends those who wait away: what they bring is fetched in its place. Lets nobody through after. */
  turnAway(): void {
    this.settle(false);
    this.close();
  }

  /** Sends away who waits and, without a wait, whoever comes until it is closed or opened: nothing can be stored. */
  refuse(): void {
    this.settle(false);
    this.refuses = true;
  }

  /** Lets those who wait through and stays closed for who comes after. */
  release(): void {
    if (!this.waiting) return;
    this.open();
    this.close();
  }

  get isClosed(): boolean {
    return this.waiting !== undefined;
  }

  get isRefusing(): boolean {
    return this.refuses;
  }

  /** At once while open or refusing; else in the order of the calls. False when turned away, or when it takes too long. */
  async passes(): Promise<boolean> {
    if (!this.waiting) return !this.refuses;
    return withTimeout(this.waiting.promise, this.maxWaitMs, () => false);
  }

  private settle(passed: boolean): void {
    this.waiting?.resolve(passed);
    this.waiting = undefined;
    this.refuses = false;
  }
}
