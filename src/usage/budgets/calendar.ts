const DAY_MS = 86_400_000;

/** A day or month in a time zone. */
export interface Period {
  /** `2026-11-24` or `2026-11`. */
  readonly name: string;
  /** When the next one begins, epoch ms. */
  readonly endsAt: number;
}

/** The day and month of a moment. */
export interface Periods {
  readonly day: Period;
  readonly month: Period;
}

/** Tells the days and months of a time zone. Remembers the present ones, because every model call asks. */
export class Calendar {
  private readonly format: Intl.DateTimeFormat;
  private readonly clock: Intl.DateTimeFormat;
  private known: { readonly from: number; readonly periods: Periods } | undefined;

  constructor(readonly timeZone: string) {
    const date = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    this.format = new Intl.DateTimeFormat('en-CA', date);
    this.clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  }

  /** @param now epoch ms */
  at(now: number): Periods {
    const { known } = this;
    if (known && now >= known.from && now < known.periods.day.endsAt) return known.periods;
    const day = this.dateOf(now);
    const month = day.slice(0, 7);
    const periods = {
      day: { name: day, endsAt: this.firstNot(now, now + 2 * DAY_MS, (date) => date <= day) },
      month: {
        name: month,
        endsAt: this.firstNot(now, now + 33 * DAY_MS, (date) => date.slice(0, 7) <= month),
      },
    };
    this.known = { from: now, periods };
    return periods;
  }

  /** For people, in every language: `2026-12-01 00:00`. */
  textOf(moment: number): string {
    return `${this.dateOf(moment)} ${this.clock.format(moment)}`;
  }

  private dateOf(moment: number): string {
    return this.format.format(moment);
  }

  /** The first moment of the range at which the date no longer holds: exact also where a clock changes at midnight. */
  private firstNot(from: number, to: number, holds: (date: string) => boolean): number {
    let [low, high] = [from, to];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (holds(this.dateOf(middle))) low = middle;
      else high = middle;
    }
    return high;
  }
}
