import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { FiguresRepository } from './figures.repository.js';
import { MinuteCount } from './minute-count.service.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOf } from './steps.js';

/** A minute is over when what arrived in it is committed, on replicas whose clocks differ a little too. */
const GRACE_MS = 5_000;
/** The latest minutes are counted again, for what was committed even later. */
const RECOUNTED_MS = 2 * MINUTE_MS;
/** Another replica has counted within this time: one of them is enough. */
const TURN_MS = 45_000;
/** After that, a minute is not counted again, whatever happens to its messages. */
const OPEN_MS = DAY_MS;
const PAUSE_MS = 10;

/** How long periods are kept, ms: minutes and hours for as long as their hour or day may be summed up again. */
const KEPT = { minute: OPEN_MS + 2 * HOUR_MS, hour: OPEN_MS + 2 * DAY_MS, day: 31 * DAY_MS } as const;

/** Counts minutes that are over, once for all who will ask. */
@Injectable()
export class RollUp {
  constructor(
    private readonly figures: FiguresRepository,
    private readonly minutes: MinuteCount,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts what has not been counted and what is due again, until all is or `signal` aborts. Several replicas at once do
   * the same work twice, with the same result.
   * @throws errors of the database
   */
  async countNew(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const latest = await this.figures.latest();
    const since = latest && now - latest.counted_at;
    // A clock that was set back makes it negative.
    if (since !== undefined && since >= 0 && since < TURN_MS) return;
    let counted = 0;
    for await (const minute of this.minutesToCount(latest?.begins_at, now)) {
      if (signal.aborted) return;
      await this.count(minute);
      counted++;
      await pause(signal);
    }
    if (counted > 0) await this.figures.deleteOlder(now, KEPT);
  }

  private async *minutesToCount(latest: number | undefined, now: number): AsyncGenerator<number> {
    yield* await this.figures.due(now);
    const last = now - GRACE_MS - MINUTE_MS;
    let at: number | undefined = this.beginning(latest, now);
    while ((at = await this.minutes.nextMinute(at, last + 1)) !== undefined && at <= last) {
      yield at;
      at += MINUTE_MS;
    }
  }

  private beginning(latest: number | undefined, now: number): number {
    if (latest === undefined) return startOf('day', now - KEPT.day + DAY_MS);
    return now - latest > RECOUNTED_MS + 2 * MINUTE_MS ? latest + MINUTE_MS : latest - RECOUNTED_MS;
  }

  private async count(minute: number): Promise<void> {
    const counted_at = this.clock.now();
    const [{ sums, isOpen }, before] = await Promise.all([
      this.minutes.count(minute),
      this.figures.sumsOf(minute),
    ]);
    // Rows that were deleted since, by age or with a person, stay counted.
    const isSmaller = before && (sums.received < before.received || sums.answered < before.answered);
    const due_at = isOpen && !isSmaller ? dueAt(minute, counted_at) : null;
    await this.figures.saveMinute({ minute, sums: isSmaller ? before : sums, counted_at, due_at });
  }
}

/** At twice its age, so that a minute whose messages wait for long is counted few times. */
function dueAt(minute: number, now: number): number | null {
  const age = now - minute;
  return 2 * age < OPEN_MS ? minute + 2 * age : null;
}

/** Lets others use the database; ends early when aborted. */
const pause = (signal: AbortSignal) =>
  delay(PAUSE_MS, undefined, { ref: false, signal }).catch(() => undefined);
