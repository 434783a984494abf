/** A suspended machine, or a corrected clock, moves the time of the day on without the time since the start. */
const MOST_APART_MS = 1_000;

/** A moment: its time of the day, and the time since the start by which a span's duration is measured. Both ms. */
export interface Moment {
  readonly at: number;
  readonly elapsed: number;
}

/** The time of the day to a microsecond, in which no step ends before it began. */
export class TraceClock {
  private offset: number;

  /** @param wall epoch ms; `steady` ms of any beginning, which only grows */
  constructor(
    private readonly wall: () => number = Date.now,
    private readonly steady: () => number = () => performance.now(),
  ) {
    this.offset = wall() - steady();
  }

  now(): Moment {
    const elapsed = this.steady();
    const offset = this.wall() - elapsed;
    if (Math.abs(offset - this.offset) > MOST_APART_MS) this.offset = offset;
    return { at: elapsed + this.offset, elapsed };
  }

  /** The time of the day at the end of what began then, however the clock was set meanwhile. */
  endOf({ at, elapsed }: Moment): number {
    return at + (this.steady() - elapsed);
  }
}

/** Nanoseconds since 1970 as a decimal text, since a JSON number would be rounded. @param ms epoch ms with a fraction */
export function nanosecondsIn(ms: number): string {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.floor((ms - whole) * 1_000) * 1_000));
}
