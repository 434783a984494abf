import { sql } from 'kysely';
import { SystemClock } from '../../../src/common/index.js';
import { GraphileLaneRepository } from '../../../src/persistence/postgres/jobs/graphile-lane.repository.js';
import { HeartbeatRepository } from '../../../src/persistence/postgres/jobs/heartbeat.repository.js';
import { DATABASES } from '../../support/databases.js';
import { jobWorld } from '../../support/job-world.js';

const [, openPostgres] = DATABASES.find(([name]) => name === 'PostgreSQL')!;
const jobs = jobWorld(openPostgres);

/** @returns the wake-ups left after a repair, of a waiting lane whose graphile job a pool has fetched */
const wakeUpsAfterRepair = async (pool: string) => {
  await jobs.enqueue(jobs.database.makeQueue(new SystemClock()), 'a', 1);
  const [lanes, heartbeats] = [
    new GraphileLaneRepository(jobs.db, 'wkr_1'),
    new HeartbeatRepository(jobs.db),
  ];
  await jobs.db.transaction((tx) => heartbeats.beat(tx, 'wkr_1', ['pool-running'], 1));
  await sql`
    update graphile_worker._private_jobs set locked_by = ${pool}, locked_at = now(), attempts = 1
  `.execute(jobs.db.on());
  await jobs.db.transaction((tx) => lanes.repair(tx));
  const free = sql<{ n: number }>`select count(*) as n from graphile_worker.jobs where locked_at is null`;
  return (await free.execute(jobs.db.on())).rows[0]!.n;
};

it('a lane is woken again when a pool fetched it that has ended, although its process lives', async () => {
  expect(await wakeUpsAfterRepair('pool-ended')).toBe(1);
});

it('a lane that a running pool fetched is left to it', async () => {
  expect(await wakeUpsAfterRepair('pool-running')).toBe(0);
});
