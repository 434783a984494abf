import type { Database, JobQueue } from '../../src/persistence/index.js';
import { lanesOf } from './databases.js';
import { eventually } from './eventually.js';
import type { FakeClock } from './fake-clock.js';

export interface PassingTime {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly clock: FakeClock;
  /** The kinds of job that are waited for; default those of a message. */
  readonly kinds?: readonly string[];
  /** How far the clock goes between two looks at the condition; shorter than a lease, ms. */
  readonly stepMs?: number;
}

/**
 * Waits until `condition` holds, while the clock advances and back-offs end. The clock stands still while a worker holds
 * a job: on a slow machine its lease would end meanwhile, and the job would run a second time.
 */
export const throughBackOffs = (
  { db, queue, clock, kinds = ['inbound', 'delivery'], stepMs = 1_000 }: PassingTime,
  condition: () => boolean | Promise<boolean>,
  what = 'the condition',
): Promise<void> =>
  eventually(
    async () => {
      if (!(await isAnyHeld(db, kinds))) clock.advance(stepMs);
      for (const kind of kinds) await queue.expedite(kind);
      return condition();
    },
    { what },
  );

async function isAnyHeld(db: Database, kinds: readonly string[]): Promise<boolean> {
  const lanes = db.on().selectFrom(lanesOf(db)).select('kind').where('kind', 'in', kinds);
  const held = lanes.where('visible_at', 'is not', null).where('owner', 'is not', null).limit(1);
  return (await held.executeTakeFirst()) !== undefined;
}
