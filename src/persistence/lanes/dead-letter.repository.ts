import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../database.js';
import type { DeadLetter, JobPayload, NewJob } from '../job-queue.js';
import { type DeletesOld, KeptFor } from '../retention/kept-for.js';

/** The jobs nobody tries again without a person. */
@KeptFor('dead jobs', ({ deadJobsDays }) => deadJobsDays)
@Injectable()
export class DeadLetterRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  async newest(limit: number): Promise<DeadLetter[]> {
    const rows = await this.db
      .on()
      .selectFrom('dead_jobs')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      key: row.key,
      payload: JSON.parse(row.payload) as JobPayload,
      attempts: row.attempts,
      error: row.last_error ?? '',
      diedAt: row.died_at,
    }));
  }

  /** Removes it and gives it as a new job; undefined when there is none of that id. */
  async take(tx: Tx, id: number): Promise<NewJob | undefined> {
    const row = await this.db
      .on(tx)
      .deleteFrom('dead_jobs')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row && { kind: row.kind, key: row.key, payload: JSON.parse(row.payload) as JobPayload };
  }

  /** By the time of death. */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('dead_jobs')
      .where('id', 'in', (eb) =>
        eb.selectFrom('dead_jobs').select('id').where('died_at', '<', before).orderBy('died_at').limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
