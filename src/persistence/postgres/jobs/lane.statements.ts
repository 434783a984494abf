import { type Expression, sql as raw } from 'kysely';
import type { Lane } from '../../jobs/lanes/lane.repository.js';
import { pick, prepared, preparedLater, type Refusal } from '../../database/prepared.js';
import { LeaseLostError } from '../../jobs/job-queue.js';
import type { Row } from '../../schema/schema.js';
import { WrongGuessError } from '../wrong-guess.error.js';

const DIVISION_BY_ZERO = ['22012'];

type NewLaneAndJob = Pick<Row<'job_lanes'>, 'kind' | 'key' | 'visible_at' | 'owner' | 'epoch'> &
  Pick<Row<'jobs'>, 'payload' | 'created_at'>;

/**
 * Puts a job at the end of its lane. The lane comes first: its row is locked until the transaction ends, and only then
 * is the job's id drawn. `is_new` means that the lane began with it (an unchanged row has no `xmax`).
 * @param epoch of a lane that exists
 */
const enqueuing = (epoch: Expression<number>, refusal?: Refusal) =>
  preparedLater(
    (sql, job: NewLaneAndJob) =>
      sql
        .with('lane', (query) =>
          query
            .insertInto('job_lanes')
            .values(pick(job, 'kind', 'key', 'visible_at', 'owner', 'epoch'))
            .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ epoch }))
            .returning(['kind', 'key', raw<boolean>`xmax = 0`.as('is_new')]),
        )
        .insertInto('jobs')
        .columns(['kind', 'key', 'payload', 'attempts', 'created_at'])
        .expression((eb) =>
          eb
            .selectFrom('lane')
            .select([
              'lane.kind',
              'lane.key',
              eb.val(job.payload).as('payload'),
              eb.lit(0).as('attempts'),
              eb.val(job.created_at).as('created_at'),
            ]),
        )
        .returning((eb) => ['id', eb.selectFrom('lane').select('is_new').as('is_new')]),
    refusal,
  );

export const ENQUEUE = enqueuing(raw<number>`job_lanes.epoch`);

/**
 * The same where the lane is guessed to be new. If it exists a division by zero aborts the transaction, so the caller
 * need not wait for the answer before going on.
 */
export const BEGIN_LANE = enqueuing(raw<number>`job_lanes.epoch / 0`, {
  codes: DIVISION_BY_ZERO,
  error: () => new WrongGuessError('the lane exists'),
});

/**
 * Deletes a job while its lane is at this epoch, and locks the lane: jobs added to it earlier are visible from then on.
 * Without such a job or lane a division by zero aborts the transaction, so the caller need not wait for the answer
 * before going on.
 */
export const END_JOB = preparedLater(
  (sql, { kind, key, epoch, id }: Lane & { epoch: number; id: number }) =>
    sql
      .with('lane', (query) =>
        query
          .selectFrom('job_lanes')
          .select('epoch')
          .where('kind', '=', kind)
          .where('key', '=', key)
          .where('epoch', '=', epoch)
          .forUpdate(),
      )
      .with('ended', (query) =>
        query
          .deleteFrom('jobs')
          .where('id', '=', id)
          .where((eb) => eb.exists(eb.selectFrom('lane').select('lane.epoch')))
          .returning('id'),
      )
      .selectFrom('ended')
      .select(raw<number>`1 / count(*)`.as('is_ended')),
  { codes: DIVISION_BY_ZERO, error: () => new LeaseLostError() },
);

/** The head of a lane that this transaction has locked; an empty lane is deleted. */
export const HEAD_OR_CLOSE = preparedLater((sql, { kind, key }: Lane) =>
  sql
    .with('head', (query) =>
      query
        .selectFrom('jobs')
        .select(['id', 'payload', 'attempts', 'created_at'])
        .where('kind', '=', kind)
        .where('key', '=', key)
        .orderBy('id')
        .limit(1),
    )
    .with('closed', (query) =>
      query
        .deleteFrom('job_lanes')
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where((eb) => eb.not(eb.exists(eb.selectFrom('head').select('head.id')))),
    )
    .selectFrom('head')
    .select(['id', 'payload', 'attempts', 'created_at']),
);

/** Changes a lane while it is at this epoch. */
export const HOLD = prepared((sql, lane: Row<'job_lanes'>) =>
  sql
    .updateTable('job_lanes')
    .set(pick(lane, 'visible_at', 'owner'))
    .where('kind', '=', lane.kind)
    .where('key', '=', lane.key)
    .where('epoch', '=', lane.epoch),
);
