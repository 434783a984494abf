/** How long a lease holds, how often it is asked for, ms: a dead holder's is another's after 13 s at the latest. */
export const LEASE_TIMINGS = { ttlMs: 10_000, askMs: 2_500 };

export interface CandidateParts {
  /** Takes or renews the lease, for so long. @throws when the database is away */
  readonly hold: (ttlMs: number) => Promise<boolean>;
  readonly onChange: (isHeld: boolean) => void;
  readonly timings?: typeof LEASE_TIMINGS;
}

/** Asks for one lease again and again, and knows by its own clock when it is over. */
export class Candidate {
  private readonly timings: typeof LEASE_TIMINGS;
  private isHeld: boolean | undefined;
  private isRunning = true;
  private ask: NodeJS.Timeout | undefined;
  private end: NodeJS.Timeout | undefined;
  private asking: Promise<void>;

  constructor(private readonly parts: CandidateParts) {
    this.timings = parts.timings ?? LEASE_TIMINGS;
    this.asking = this.turn();
  }

  /** Resolves when the lease will not be asked for any more; it may still be held. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.ask);
    clearTimeout(this.end);
    await this.asking;
  }

  private async turn(): Promise<void> {
    const askedAt = performance.now();
    try {
      const isHeld = await this.parts.hold(this.timings.ttlMs);
      if (isHeld) this.holdUntil(askedAt + this.timings.ttlMs);
      else this.tell(false);
    } catch {
      // The database is away, for others too: the lease in hand is good until its end.
      if (this.isHeld !== true) this.tell(false);
    }
    if (!this.isRunning) return;
    this.ask = setTimeout(() => {
      this.asking = this.turn();
    }, this.timings.askMs);
  }

  /** An answer that came too late is none; the time counts from the question. */
  private holdUntil(end: number): void {
    clearTimeout(this.end);
    const leftMs = end - performance.now();
    if (leftMs > 0 && this.isRunning) this.end = setTimeout(() => this.tell(false), leftMs);
    this.tell(leftMs > 0);
  }

  private tell(isHeld: boolean): void {
    if (!isHeld) clearTimeout(this.end);
    if (!this.isRunning || this.isHeld === isHeld) return;
    this.isHeld = isHeld;
    this.parts.onChange(isHeld);
  }
}
