import { sql } from 'kysely';
import { SystemClock } from '../../../src/common/index.js';
import { GraphileLaneRepository } from '../../../src/persistence/postgres/jobs/graphile-lane.repository.js';
import { DATABASES } from '../../support/databases.js';
import { jobWorld } from '../../support/job-world.js';

const [, openPostgres] = DATABASES.find(([name]) => name === 'PostgreSQL')!;
const jobs = jobWorld(openPostgres);

/** A waiting lane whose graphile job was fetched some time ago by a pool that is in no heartbeat. */
const fetched = async (agoS: number) => {
  await jobs.enqueue(jobs.database.makeQueue(new SystemClock()), 'a', 1);
  await sql`
    update graphile_worker._private_jobs
    set locked_by = 'pool-unknown', locked_at = now() - ${agoS}::float8 * interval '1 second', attempts = 1
  `.execute(jobs.db.on());
};
const repair = () => {
  const lanes = new GraphileLaneRepository(jobs.db, 'wkr_1');
  return jobs.db.transaction((tx) => lanes.wakeForgotten(tx));
};
const wakeUps = async () => {
  const free = sql<{ n: number }>`
    select count(*) as n from graphile_worker.jobs where locked_at is null and attempts < max_attempts
  `;
  return (await free.execute(jobs.db.on())).rows[0]!.n;
};

it('a lane is woken again when the process that fetched it died before it recorded its pool', async () => {
  await fetched(13);
  await repair();
  expect(await wakeUps()).toBe(1);
});

it('a lane is woken again when the clock was set back after a dead process fetched it', async () => {
  await fetched(-13);
  await repair();
  expect(await wakeUps()).toBe(1);
});

it('a lane that was fetched a moment ago is left to the process that fetched it', async () => {
  await fetched(2);
  await repair();
  expect(await wakeUps()).toBe(0);
});
