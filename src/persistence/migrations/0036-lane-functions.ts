import { type Kysely, sql } from 'kysely';
import { dialectOf } from './columns.js';

/**
 * Each change of a lane on PostgreSQL is one call (ADR 0084). Under READ COMMITTED every statement of a volatile
 * function sees what was committed before it began, so the statements behind a lock see what was put into the lane
 * before. A function that has been released is never changed: replicas of the release before call it too. A change
 * gets the next version.
 */
const FUNCTIONS = [
  // Puts a job at the end of its lane. The lane comes first: its row is locked until the transaction ends, and only then
  // is the job's id drawn. It is new if the job begins it (an unchanged row has no xmax): then it is held by the worker
  // that is given, or else left to graphile-worker.
  `create function gatehouse_put_job_v1(
    lane_kind text, lane_key text, job_payload text, put_at bigint, worker text,
    out job_id bigint, out is_new boolean
  ) language plpgsql as $$
  begin
    insert into job_lanes as lane (kind, key, visible_at, owner, epoch)
    values (lane_kind, lane_key, put_at, worker, case when worker is null then 0 else 1 end)
    on conflict (kind, key) do update set epoch = lane.epoch
    returning lane.xmax = 0 into is_new;
    insert into jobs (kind, key, payload, attempts, created_at)
    values (lane_kind, lane_key, job_payload, 0, put_at)
    returning id into job_id;
    if is_new and worker is null then
      perform graphile_worker.add_job(
        lane_kind,
        json_build_object('key', lane_key),
        job_key => encode(sha256(convert_to(lane_kind || chr(10) || lane_key, 'UTF8')), 'hex')
      );
    end if;
  end $$`,
  // The first job of a lane that the transaction has locked; an empty lane is deleted.
  `create function gatehouse_head_of_lane_v1(lane_kind text, lane_key text)
  returns table (id bigint, payload text, attempts integer, created_at bigint)
  language plpgsql as $$
  #variable_conflict use_column
  begin
    return query
      select id, payload, attempts, created_at from jobs
      where kind = lane_kind and key = lane_key order by id limit 1;
    if not found then
      delete from job_lanes where kind = lane_kind and key = lane_key;
    end if;
  end $$`,
  // Ends a job whose lane is at this epoch. @returns the next job of the lane
  `create function gatehouse_end_job_v1(lane_kind text, lane_key text, lane_epoch bigint, ended_id bigint)
  returns table (id bigint, payload text, attempts integer, created_at bigint)
  language plpgsql as $$
  #variable_conflict use_column
  begin
    perform from job_lanes where kind = lane_kind and key = lane_key and epoch = lane_epoch for update;
    if found then
      delete from jobs where id = ended_id;
    end if;
    if not found then
      raise exception 'the lease of job % is lost', ended_id using errcode = 'GH001';
    end if;
    return query select * from gatehouse_head_of_lane_v1(lane_kind, lane_key);
  end $$`,
];

const SIGNATURES = [
  'gatehouse_end_job_v1(text, text, bigint, bigint)',
  'gatehouse_head_of_lane_v1(text, text)',
  'gatehouse_put_job_v1(text, text, text, bigint, text)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  for (const each of FUNCTIONS) await sql.raw(each).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  for (const each of SIGNATURES) await sql.raw(`drop function ${each}`).execute(db);
}
