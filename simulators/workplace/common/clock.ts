/** The time of the simulated cloud: the machine's or a test's, moved forward by `advance`. */
export class Clock {
  private aheadMs = 0;

  constructor(private readonly source: () => number = Date.now) {}

  /** Epoch milliseconds. */
  now(): number {
    return this.source() + this.aheadMs;
  }

  /** Ages tokens, upload sessions and rate windows at once; timers do not run sooner. */
  advance(ms: number): void {
    this.aheadMs += ms;
  }

  iso(at = this.now()): string {
    return new Date(at).toISOString();
  }
}
