import { type Kysely, sql } from 'kysely';
import { dialectOf } from './columns.js';

/**
 * Lanes that graphile-worker wakes, on PostgreSQL (ADR 0085); see 0036-lane-functions for the rules of such functions. A
 * job's flag is its kind: a replica without room for a kind does not fetch it.
 */
const FUNCTIONS = [
  // graphile-worker's `job_key` of a lane (it allows 512 characters; our keys have no limit).
  `create function gatehouse_job_key_of_lane_v1(lane_kind text, lane_key text) returns text
  language sql immutable as $$
    select encode(sha256(convert_to(lane_kind || chr(10) || lane_key, 'UTF8')), 'hex')
  $$`,
  // Gives a waiting lane its one graphile job, a new one if the last is being processed.
  `create function gatehouse_wake_lane_v1(lane_kind text, lane_key text, wake_at timestamptz) returns void
  language plpgsql as $$
  begin
    perform graphile_worker.add_job(
      lane_kind,
      json_build_object('key', lane_key),
      run_at => wake_at,
      job_key => gatehouse_job_key_of_lane_v1(lane_kind, lane_key),
      flags => array[lane_kind]
    );
  end $$`,
  // As gatehouse_put_job_v1, with the flag.
  `create function gatehouse_put_job_v2(
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
      perform gatehouse_wake_lane_v1(lane_kind, lane_key, now());
    end if;
  end $$`,
  // Claims a lane that no worker holds; an empty one is deleted. @returns its first job
  `create function gatehouse_claim_lane_v1(lane_kind text, lane_key text, worker text)
  returns table (epoch bigint, id bigint, payload text, attempts integer, created_at bigint)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    claimed bigint;
  begin
    update job_lanes set owner = worker, epoch = epoch + 1
    where kind = lane_kind and key = lane_key and owner is null returning epoch into claimed;
    if found then
      return query select claimed, head.* from gatehouse_head_of_lane_v1(lane_kind, lane_key) as head;
    end if;
  end $$`,
];

const SIGNATURES = [
  'gatehouse_claim_lane_v1(text, text, text)',
  'gatehouse_put_job_v2(text, text, text, bigint, text)',
  'gatehouse_wake_lane_v1(text, text, timestamptz)',
  'gatehouse_job_key_of_lane_v1(text, text)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  for (const each of FUNCTIONS) await sql.raw(each).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  for (const each of SIGNATURES) await sql.raw(`drop function ${each}`).execute(db);
}
