import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { FiguresRepository, type KeptPeriod } from './figures.repository.js';
import { MinuteCount } from './minute-count.service.js';
import { type FigureWindow, lengthOf, MINUTE_MS, startOf, WINDOWS } from './steps.js';
import { NOTHING, plus, type Sums } from './sums.js';

/** The number of minutes that are counted for a reader before they are rolled up, and the most messages of such a minute. */
const MOST_MINUTES = 5;
const MOST_MESSAGES = 5_000;

/** The sums of one period. */
export interface FigurePoint {
  /** Epoch ms. */
  readonly from: number;
  readonly sums: Sums;
}

export interface WindowFigures {
  readonly window: FigureWindow;
  readonly stepMs: number;
  /** One for each period, the oldest first; the last is the present one. */
  readonly points: readonly FigurePoint[];
  /** All of them together. */
  readonly total: Sums;
}

/** Figures over time, the same from every replica. */
@Injectable()
export class Figures {
  constructor(
    private readonly figures: FiguresRepository,
    private readonly minutes: MinuteCount,
    private readonly clock: Clock,
  ) {}

  /** @throws DatabaseUnavailableError */
  async read(window: FigureWindow): Promise<WindowFigures> {
    const { step, count } = WINDOWS[window];
    const [stepMs, now] = [lengthOf(step), this.clock.now()];
    const first = startOf(step, now) - (count - 1) * stepMs;
    const kept = await this.figures.periods(step, first);
    const found = new Map(kept.map(({ begins_at, sums }) => [begins_at, sums]));
    for await (const { minute, sums } of this.notRolledUp(untilOf(kept, first), now)) {
      const at = startOf(step, minute);
      found.set(at, plus(found.get(at) ?? NOTHING, sums));
    }
    const points = Array.from({ length: count }, (_, n) => first + n * stepMs).map((from) => ({
      from,
      sums: found.get(from) ?? NOTHING,
    }));
    return { window, stepMs, points, total: points.map(({ sums }) => sums).reduce(plus, NOTHING) };
  }

  /** The minutes since the last roll-up, from their rows. */
  private async *notRolledUp(from: number, now: number): AsyncGenerator<{ minute: number; sums: Sums }> {
    let at = from;
    for (let n = 0; n < MOST_MINUTES; n++) {
      const minute = await this.minutes.nextMinute(at, now + MINUTE_MS);
      if (minute === undefined || !(await this.minutes.isSmall(minute, MOST_MESSAGES))) return;
      yield { minute, sums: (await this.minutes.count(minute)).sums };
      at = minute + MINUTE_MS;
    }
  }
}

const untilOf = (kept: readonly KeptPeriod[], first: number): number =>
  Math.max(first, ...kept.map(({ counted_until }) => counted_until));
