/** The current time, and a measure of waits; tests can set them. */
export abstract class Clock {
  /** Epoch milliseconds. */
  abstract now(): number;

  /**
   * Milliseconds since some moment before the start of the process. Unlike `now`, it does not jump when someone sets
   * the time: it measures waits (ADR 0073).
   */
  abstract elapsed(): number;
}

/**
 * Runs on evenly from the time at which it was made, whatever happens to the time of day. For due times that are kept
 * in the database of one process.
 */
export class SteadyClock extends Clock {
  private readonly beginning: number;

  constructor(private readonly clock: Clock) {
    super();
    this.beginning = clock.now() - clock.elapsed();
  }

  /** Whole milliseconds. */
  override now(): number {
    return Math.floor(this.beginning + this.clock.elapsed());
  }

  override elapsed(): number {
    return this.clock.elapsed();
  }
}

export class SystemClock extends Clock {
  override now(): number {
    return Date.now();
  }

  override elapsed(): number {
    return performance.now();
  }
}
