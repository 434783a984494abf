import { sql as raw } from 'kysely';
import type { Lane } from '../../jobs/lanes/lane.repository.js';
import { pick, prepared } from '../../database/prepared.js';
import type { Row } from '../../schema/schema.js';

// The functions are made, and described, by the migration 0036-lane-functions.

type NewJobRow = Pick<Row<'jobs'>, 'kind' | 'key' | 'payload' | 'created_at'> &
  Pick<Row<'job_lanes'>, 'owner'>;

export const PUT_JOB = prepared((sql, { kind, key, payload, created_at, owner }: NewJobRow) =>
  sql
    .selectFrom(
      raw<{ job_id: number; is_new: boolean }>`gatehouse_put_job_v1(
        ${kind}, ${key}, ${payload}, ${created_at}, ${owner}
      )`.as('put'),
    )
    .select(['job_id', 'is_new']),
);

const HEAD = ['id', 'payload', 'attempts', 'created_at'] as const;
type HeadRow = Pick<Row<'jobs'>, (typeof HEAD)[number]>;

type EndedJob = Lane & { readonly epoch: number; readonly id: number };

export const END_JOB = prepared((sql, { kind, key, epoch, id }: EndedJob) =>
  sql
    .selectFrom(raw<HeadRow>`gatehouse_end_job_v1(${kind}, ${key}, ${epoch}, ${id})`.as('head'))
    .select(HEAD),
);

export const HEAD_OF_LANE = prepared((sql, { kind, key }: Lane) =>
  sql.selectFrom(raw<HeadRow>`gatehouse_head_of_lane_v1(${kind}, ${key})`.as('head')).select(HEAD),
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
