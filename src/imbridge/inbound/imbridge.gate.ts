import { setTimeout as pause } from 'node:timers/promises';

/** Longest a live message waits; the catch-up, which fetches it too, may take longer. */
const MAX_WAIT_MS = 10_000;

/**
 * Holds live messages back while older ones may still have to be fetched, so that a chat is answered in its
 * order: a message that the webhook brings first would otherwise overtake those written while we or the
 * bridge were down.
 */
export class Gate {
  private waiting: PromiseWithResolvers<boolean> | undefined;

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  close(): void {
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

  /** Lets those who wait through and stays closed for who comes after. */
  release(): void {
    if (!this.waiting) return;
    this.open();
    this.close();
  }

  get isClosed(): boolean {
    return this.waiting !== undefined;
  }

  /** At once while open; else in the order of the calls. False when turned away, or when it takes too long. */
  async passes(): Promise<boolean> {
    if (!this.waiting) return true;
    const stop = new AbortController();
    const tooLong = pause(this.maxWaitMs, false, { signal: stop.signal }).catch(() => false);
    const passed = await Promise.race([this.waiting.promise, tooLong]);
    stop.abort();
    return passed;
  }

  private settle(passed: boolean): void {
    this.waiting?.resolve(passed);
    this.waiting = undefined;
  }
}
