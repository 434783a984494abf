import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../database/database.js';
import { type JobInLane, JobQueue } from '../jobs/job-queue.js';
import type { Row } from '../schema/schema.js';
import type { Footprint } from './person.js';
import { HoldsPersonal, type PersonalRecord, type PersonalRecords } from './personal-records.js';
import { deleteWhere, inPortions, isOneOf, rowsWhere } from './personal-rows.js';
import { Pseudonyms } from './pseudonyms.js';

type AnyJob = Pick<Row<'jobs'>, 'id' | 'kind' | 'key' | 'payload' | 'last_error'>;
const ALL = { key: 'id', where: sql`1 = 1` } as const;

/**
 * Jobs about the messages of a person. Without its job a turn that is running can commit nothing more, on whichever
 * replica it runs.
 */
@HoldsPersonal('work', 'jobs', 'job_lanes', 'dead_jobs')
@Injectable()
export class PersonalJobs implements PersonalRecords {
  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
  ) {}

  /** Jobs have ids only; what they are about is in other parts. */
  async *list(): AsyncGenerator<PersonalRecord> {
    yield* [];
  }

  async erase(footprint: Footprint): Promise<void> {
    const isTheirs = jobsOf(footprint);
    // A job that moves to another lane while the first is withdrawn has another id there.
    for (;;) {
      const waiting = await this.waiting(isTheirs);
      if (waiting.length === 0) break;
      await inPortions(this.db, waiting, (tx, portion) => this.queue.withdraw(tx, portion));
    }
    const dead: number[] = [];
    for await (const job of rowsWhere(this.db.on(), { table: 'dead_jobs', ...ALL }))
      if (isTheirs(job)) dead.push(job.id);
    await inPortions(this.db, dead, (tx, portion) =>
      deleteWhere(this.db.on(tx), 'dead_jobs', isOneOf('id', portion)),
    );
  }

  private async waiting(isTheirs: (job: AnyJob) => boolean): Promise<JobInLane[]> {
    const jobs: JobInLane[] = [];
    for await (const job of rowsWhere(this.db.on(), { table: 'jobs', ...ALL }))
      if (isTheirs(job)) jobs.push({ id: job.id, kind: job.kind, key: job.key });
    return jobs;
  }
}

/** By what a job is about, or by a lane that is the person's own. */
function jobsOf(footprint: Footprint): (job: AnyJob) => boolean {
  const names = new Pseudonyms(footprint);
  const { events, deliveries, approvals } = footprint;
  const isTheirs = (id: string) => events.has(id) || deliveries.own.has(id) || approvals.has(id);
  return ({ key, payload, last_error: error }) =>
    Object.values(JSON.parse(payload) as Record<string, string>).some(isTheirs) ||
    names.isInName(key) ||
    names.isIn(error ?? '');
}
