import { sql } from 'kysely';
import { SystemClock } from '../../../src/common/index.js';
import { GraphileLaneRepository } from '../../../src/persistence/postgres/jobs/graphile-lane.repository.js';
import { DATABASES } from '../../support/databases.js';
import { jobWorld } from '../../support/job-world.js';

const [, openPostgres] = DATABASES.find(([name]) => name === 'PostgreSQL')!;
const jobs = jobWorld(openPostgres);

/** @returns the free graphile jobs after a repair, of a waiting lane whose graphile job was locked for so long */
const wakeUpsAfterRepair = async (lockedMs: number) => {
  await jobs.enqueue(jobs.database.makeQueue(new SystemClock()), 'a', 1);
  const lanes = new GraphileLaneRepository(jobs.db, 'wkr_1');
  await sql`
    update graphile_worker._private_jobs
    set locked_by = 'pool', locked_at = now() - ${lockedMs} * interval '1 millisecond', attempts = 1
  `.execute(jobs.db.on());
  await jobs.db.transaction((tx) => lanes.wakeForgotten(tx));
  const free = sql<{ n: number }>`select count(*) as n from graphile_worker.jobs where locked_at is null`;
  return (await free.execute(jobs.db.on())).rows[0]!.n;
};

it('a lane is woken again when a pool has held its wake-up for longer than a claim lasts', async () => {
  expect(await wakeUpsAfterRepair(11_000)).toBe(1);
});

it('a lane that a pool has just fetched is left to it', async () => {
  expect(await wakeUpsAfterRepair(1_000)).toBe(0);
});

it('a wake-up that was replaced while it was locked is deleted once graphile-worker takes its worker for dead', async () => {
  await wakeUpsAfterRepair(11_000);
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '5 hours' where locked_at is not null`.execute(
    jobs.db.on(),
  );
  const lanes = new GraphileLaneRepository(jobs.db, 'wkr_1');
  await jobs.db.transaction((tx) => lanes.wakeForgotten(tx));
  const locked = sql<{
    n: number;
  }>`select count(*) as n from graphile_worker.jobs where locked_at is not null`;
  expect((await locked.execute(jobs.db.on())).rows[0]!.n).toBe(0);
});
