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
  private readonly written: TimeWriter;
  private known: { readonly from: number; readonly periods: Periods } | undefined;

  constructor(readonly timeZone: string) {
    this.written = timeZone === 'UTC' ? UTC : writerIn(timeZone);
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
    return `${this.dateOf(moment)} ${this.written.clock(moment)}`;
  }

  private dateOf(moment: number): string {
    return this.written.date(moment);
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

/** Writes moments (epoch ms): `2026-11-24` and `00:00`. */
interface TimeWriter {
  readonly date: (moment: number) => string;
  readonly clock: (moment: number) => string;
}

/** The default zone needs no `Intl`, whose first format of a time takes 5 MB of memory. */
const UTC: TimeWriter = {
  date: (moment) => new Date(moment).toISOString().slice(0, 10),
  clock: (moment) => new Date(moment).toISOString().slice(11, 16),
};

function writerIn(timeZone: string): TimeWriter {
  const dates = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const date = new Intl.DateTimeFormat('en-CA', dates);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return { date: (moment) => date.format(moment), clock: (moment) => clock.format(moment) };
}
