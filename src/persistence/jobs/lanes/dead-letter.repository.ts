import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../database/database.js';
import type { BurialReason, DeadLetter, JobPayload } from '../job-queue.js';
import { KeptFor } from '../../retention/kept-for.js';
import type { Row } from '../../schema/schema.js';

/** The jobs that are retried only on an operator's request. */
@KeptFor('dead jobs', ({ deadJobsDays }) => deadJobsDays, { table: 'dead_jobs', key: 'id', age: 'died_at' })
@Injectable()
export class DeadLetterRepository {
  constructor(private readonly db: Database) {}

  /** Newest first; `before` is the last id of the previous page. */
  async newest(limit: number, before?: number): Promise<DeadLetter[]> {
    let query = this.db.on().selectFrom('dead_jobs').selectAll().orderBy('id', 'desc').limit(limit);
    if (before !== undefined) query = query.where('id', '<', before);
    return (await query.execute()).map(toDeadLetter);
  }

  /** Removes a dead letter; undefined when there is none with that id. */
  async remove(tx: Tx, id: number): Promise<DeadLetter | undefined> {
    const row = await this.db
      .on(tx)
      .deleteFrom('dead_jobs')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row && toDeadLetter(row);
  }
}

const toDeadLetter = (row: Row<'dead_jobs'>): DeadLetter => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  payload: JSON.parse(row.payload) as JobPayload,
  attempts: row.attempts,
  error: row.last_error ?? '',
  reason: (row.reason as BurialReason | null) ?? 'internal',
  createdAt: row.created_at,
  diedAt: row.died_at,
});
