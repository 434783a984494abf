import { sql } from 'kysely';
import { DATABASES } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { jobWorld } from '../../support/job-world.js';

const [, openPostgres] = DATABASES.find(([name]) => name === 'PostgreSQL')!;
const jobs = jobWorld(openPostgres);

it('a graphile job without a lane is removed and takes no slot', async () => {
  const done: string[] = [];
  const queue = await jobs.worker(
    (job) => {
      done.push(job.key);
      return jobs.finish(job);
    },
    { concurrency: 1 },
  );
  await sql`select graphile_worker.add_job('work', '{"key": "gone"}')`.execute(jobs.db.on());
  await eventually(async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs`.execute(jobs.db.on());
    return rows.length === 0;
  });
  await jobs.enqueue(queue, 'a', 1);
  await eventually(() => done.length === 1, { timeoutMs: 5_000 });
});
