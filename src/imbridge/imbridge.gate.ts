import { setTimeout as pause } from 'node:timers/promises';

/** Longest a live message waits; a catch-up that takes longer has other troubles than the order. */
const MAX_WAIT_MS = 10_000;

/**
 * Holds live messages back while older ones may still have to be fetched, so that a chat is answered in its
 * order: a message that the webhook brings first would otherwise overtake those written while we or the
 * bridge were down.
 */
export class Gate {
  private opened: PromiseWithResolvers<void> | undefined;

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  close(): void {
    this.opened ??= Promise.withResolvers();
  }

  open(): void {
    this.opened?.resolve();
    this.opened = undefined;
  }

  /** Lets those who wait through and stays closed for who comes after. */
  release(): void {
    if (!this.opened) return;
    this.open();
    this.close();
  }

  get isClosed(): boolean {
    return this.opened !== undefined;
  }

  /** Resolves at once while open; else in the order of the calls. */
  async passed(): Promise<void> {
    if (!this.opened) return;
    const stop = new AbortController();
    const tooLong = pause(this.maxWaitMs, undefined, { signal: stop.signal }).catch(() => undefined);
    await Promise.race([this.opened.promise, tooLong]);
    stop.abort();
  }
}
