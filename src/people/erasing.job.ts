import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/index.js';
import {
  type ClaimedJob,
  Database,
  DONE,
  HandlesJobs,
  JOB_KINDS,
  type JobHandler,
  type JobResult,
} from '../persistence/index.js';
import { ErasuresRepository } from './erasures.repository.js';
import type { Footprint, Person } from './person.js';
import { PersonalRows } from './rows/personal-rows.repository.js';

/**
 * How long what is under way for a person may still write, ms: an attempt that was being sent, a call's costs, on
 * PostgreSQL also a replica that has yet to learn of the erasing.
 */
const SETTLING_MS = { sqlite: 500, postgres: 1_500 };
/** An erasing of a person who writes all the time is given up for this time; the job is tried again. */
const MOST_ROUNDS = 20;

/**
 * Erases a person, and again until nothing is found; then the files of the database are written again. A job, so that a
 * crash in between is finished by the next start or another replica.
 */
@HandlesJobs()
@Injectable()
export class ErasingJob implements JobHandler {
  readonly kind = JOB_KINDS.erasure;
  readonly concurrency = 1;
  readonly maxAttempts = 20;

  constructor(
    private readonly db: Database,
    private readonly erasures: ErasuresRepository,
    private readonly rows: PersonalRows,
    private readonly clock: Clock,
  ) {}

  async handle(job: ClaimedJob): Promise<JobResult> {
    const { erasureId: id = '' } = job.payload;
    const erasure = await this.erasures.find(id);
    if (erasure?.person) {
      await this.eraseAll(erasure.person, job.signal);
      await this.db.transaction(async (tx) => {
        await job.hold(tx);
        await this.erasures.forgetPerson(tx, id);
      });
    }
    await this.db.expunge();
    await this.db.transaction(async (tx) => {
      await this.erasures.finish(tx, id, this.clock.now());
      await job.complete(tx);
    });
    return DONE;
  }

  buried(): Promise<void> {
    return Promise.resolve();
  }

  async revived(_tx: unknown, { erasureId = '' }: ClaimedJob['payload']): Promise<boolean> {
    return (await this.erasures.find(erasureId))?.finishedAt === null;
  }

  private async eraseAll(person: Person, signal: AbortSignal): Promise<void> {
    let footprint: Footprint | undefined;
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      footprint = await this.rows.find(person, footprint);
      await this.rows.erase(footprint);
      await this.rows.forget(footprint.addresses);
      await delay(SETTLING_MS[this.db.dialect], undefined, { signal });
      if (await this.isNothingLeft(person, footprint)) return;
    }
    throw new Error('new data keeps arriving for this person; erasure will be retried');
  }

  private async isNothingLeft(person: Person, earlier: Footprint): Promise<boolean> {
    for await (const _record of this.rows.list(await this.rows.find(person, earlier))) return false;
    return true;
  }
}
