import type { Kysely } from 'kysely';
import { dialectOf, run, type Types, typesOf } from './statements.js';

/**
 * Each change of a lane on PostgreSQL is one call (ADR 0084), of lanes that graphile-worker wakes (ADR 0085). Under READ
 * COMMITTED every statement of a volatile function sees what was committed before it began, so the statements behind a
 * lock see what was put into the lane before. A function that has been released is never changed: replicas of the
 * release before call it too. A change gets the next version.
 */
const FUNCTIONS = [
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
  // graphile-worker's `job_key` of a lane (it allows 512 characters; our keys have no limit).
  `create function gatehouse_job_key_of_lane_v1(lane_kind text, lane_key text) returns text
  language sql immutable as $$
    select encode(sha256(convert_to(lane_kind || chr(10) || lane_key, 'UTF8')), 'hex')
  $$`,
  // Gives a waiting lane its one graphile job, a new one if the last is being processed. The flag is its kind: a replica
  // without room for a kind does not fetch it.
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
  // Puts a job at the end of its lane. The lane comes first: its row is locked until the transaction ends, and only then
  // is the job's id drawn. It is new if the job begins it (an unchanged row has no xmax): then it is held by the worker
  // that is given, or else left to graphile-worker.
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
  // Undoes the transaction of an answer to a held conversation: its statements are sent without awaiting any answer.
  `create function gatehouse_refuse_held_v1() returns boolean language plpgsql as $$
  begin
    raise exception 'a person holds the conversation' using errcode = 'GH002';
  end $$`,
];

const SIGNATURES = [
  'gatehouse_refuse_held_v1()',
  'gatehouse_claim_lane_v1(text, text, text)',
  'gatehouse_put_job_v2(text, text, text, bigint, text)',
  'gatehouse_wake_lane_v1(text, text, timestamptz)',
  'gatehouse_job_key_of_lane_v1(text, text)',
  'gatehouse_end_job_v1(text, text, bigint, bigint)',
  'gatehouse_head_of_lane_v1(text, text)',
];

/** Columns of earlier tables. */
const COLUMNS = [
  ['transcript', 'history_from', 'bigint'],
  ['data_requests', 'key_id', 'text'],
  ['inbound_events', 'model', 'text'],
  ['inbound_events', 'answer_remark', 'text'],
  ['inbound_events', 'judged', 'text'],
  ['inbound_events', 'turn', 'text'],
  ['audit_log', 'change', 'text'],
  ['jobs', 'crashes', 'integer not null default 0'],
  ['dead_jobs', 'reason', 'text'],
  ['idempotency_records', 'fingerprint', 'text'],
] as const;

const INDICES = [
  ['audit_log_actor', 'audit_log (actor, seq)'],
  ['audit_log_action', 'audit_log (action, seq)'],
  ['audit_log_subject', 'audit_log (subject, seq)'],
  // The chat of the console shows what waits, and what is no line of the transcript; other channels have no rows here.
  ['inbound_events_console', "inbound_events (conversation_id, id) where channel = 'console'"],
  ['deliveries_console', "deliveries (conversation_id, id) where channel = 'console'"],
] as const;

const tables = ({ sequence }: Types) => [
  `create table usage_calls (
    id text primary key not null, day text not null, agent text not null, model text not null,
    channel text not null, sender text not null, conversation text not null, key_id text not null,
    calls bigint not null, unpriced_calls bigint not null, input bigint not null, cached bigint not null,
    cache_write bigint not null, output bigint not null, reasoning bigint not null, cost bigint not null,
    is_estimate bigint not null, at bigint not null
  )`,
  `create table usage_days (
    day text not null, agent text not null, model text not null, channel text not null, sender text not null,
    conversation text not null, key_id text not null, calls bigint not null, unpriced_calls bigint not null,
    input bigint not null, cached bigint not null, cache_write bigint not null, output bigint not null,
    reasoning bigint not null, cost bigint not null, is_estimate bigint not null, at bigint not null,
    constraint usage_days_pk primary key (day, agent, model, channel, sender, conversation, key_id, is_estimate)
  )`,
  'create index usage_days_age on usage_days (at)',
  `create table usage_open_calls (
    id text primary key not null, owner text not null, day text not null, agent text not null,
    model text not null, channel text not null, sender text not null, conversation text not null,
    key_id text not null, input bigint not null, output bigint not null, cost bigint not null,
    is_priced bigint not null, at bigint not null
  )`,
  'create index usage_open_calls_age on usage_open_calls (at)',
  `create table budget_counts (
    budget text not null, subject text not null, period text not null, unit text not null, used bigint not null,
    spent bigint not null, most bigint not null, wanted bigint not null, drawn bigint not null,
    overdrawn bigint not null, warned bigint not null, ends_at bigint not null,
    constraint budget_counts_pk primary key (budget, subject, period, unit)
  )`,
  'create index budget_counts_age on budget_counts (ends_at)',
  `create table budget_allowances (
    id text primary key not null, budget text not null, subject text not null, created_by text not null,
    cost bigint not null, tokens bigint not null, until bigint not null, created_at bigint not null
  )`,
  'create index budget_allowances_age on budget_allowances (until)',
  'create index budget_allowances_subject on budget_allowances (budget, subject)',
  `create table budget_notices (
    budget text not null, period text not null, place text not null, at bigint not null,
    constraint budget_notices_pk primary key (budget, period, place)
  )`,
  'create index budget_notices_age on budget_notices (at)',
  `create table holds (
    channel text not null, account text not null, conversation_id text not null, held_at bigint not null,
    held_by text not null, ends_at bigint, note text, open_event text, open_session text, open_payload text,
    constraint holds_place primary key (channel, account, conversation_id)
  )`,
  `create table account_states (
    channel text not null, account text not null, status text not null, reason text, since bigint not null,
    last_error text, last_error_at bigint,
    constraint account_states_pk primary key (channel, account)
  )`,
  `create table sign_ins (
    id text primary key not null, kind text not null, hash text not null unique, token_id text,
    created_at bigint not null, expires_at bigint not null, used_at bigint
  )`,
  'create index sign_ins_age on sign_ins (expires_at)',
  'create index sign_ins_token on sign_ins (token_id, kind, id)',
  `create table figures (
    step text not null, begins_at bigint not null, counted_until bigint not null, sums text not null,
    counted_at bigint not null, due_at bigint,
    constraint figures_pk primary key (step, begins_at)
  )`,
  `create table mcp_tools (
    server text not null, name text not null, origin text not null, accepted text, accepted_at bigint,
    accepted_by text, offered text, offered_at bigint not null,
    constraint mcp_tools_name primary key (server, name)
  )`,
  `create table approvals (
    id text primary key not null, code text not null, state text not null, agent_id text not null,
    provider text not null, tool text not null, model_name text not null, origin text not null,
    definition text not null, input text not null, digest text not null, channel text not null,
    account text not null, conversation_id text not null, sender_id text not null, asked_in text not null,
    shown text not null, session_key text not null, event_id text not null, created_at bigint not null,
    expires_at bigint not null, decided_at bigint, decided_by text, decided_by_name text, reason text,
    result text, ended_at bigint
  )`,
  'create index approvals_state on approvals (state, id)',
  'create index approvals_age on approvals (ended_at)',
  'create index approvals_code on approvals (code, id)',
  `create table tool_permissions (
    id text primary key not null, agent_id text not null, provider text not null, tool text not null,
    model_name text not null, origin text not null, definition text not null, channel text not null,
    account text not null, conversation_id text not null, sender_id text not null, sender_name text,
    granted_by text not null, created_at bigint not null, ends_at bigint not null
  )`,
  'create index tool_permissions_age on tool_permissions (ends_at)',
  `create table webhook_messages (
    seq ${sequence}, id text not null, webhook text not null, lane text not null, type text not null,
    body text not null, created_at bigint not null, attempts integer not null default 0, retry_at bigint,
    last_error text, died_at bigint
  )`,
  'create index webhook_messages_waiting on webhook_messages (webhook, seq, lane, created_at) where died_at is null',
  'create index webhook_messages_retried on webhook_messages (webhook, lane) where retry_at is not null',
  'create index webhook_messages_dead on webhook_messages (webhook) where died_at is not null',
  'create index webhook_messages_age on webhook_messages (created_at)',
  `create table webhook_states (
    id text primary key not null, target text not null, off_at bigint, failures integer not null default 0,
    failing_since bigint, retry_at bigint, last_success_at bigint, last_failure_at bigint, last_failure text
  )`,
  `create table alerts (
    id text primary key not null, code text not null, subject text not null, message text not null,
    since bigint, setting text, remedy text, raised_at bigint not null, absent_since bigint, cleared_at bigint
  )`,
  'create unique index alerts_open on alerts (code, subject) where cleared_at is null',
  'create index alerts_age on alerts (cleared_at)',
  `create table erasures (
    id text primary key not null, pseudonym text not null, person text, requested_by text not null,
    counts text not null, created_at bigint not null, finished_at bigint
  )`,
  'create index erasures_age on erasures (finished_at)',
  `create table backup_notes (
    id text primary key not null, note text not null
  )`,
  `create table mcp_logins (
    server text primary key not null, origin text not null, sealed text not null, version bigint not null,
    issuer text not null, scope text, missing_scope text, ended_because text, logged_in_at bigint not null,
    logged_in_by text not null, refresher text, refresher_until bigint
  )`,
  `create table mcp_login_attempts (
    server text primary key not null, id text not null, state_hash text not null unique, origin text not null,
    sealed text, status text not null, problem text, started_by text not null, expires_at bigint not null
  )`,
];

const TABLES = [
  'usage_calls',
  'usage_days',
  'usage_open_calls',
  'budget_counts',
  'budget_allowances',
  'budget_notices',
  'holds',
  'account_states',
  'sign_ins',
  'figures',
  'mcp_tools',
  'approvals',
  'tool_permissions',
  'webhook_messages',
  'webhook_states',
  'alerts',
  'erasures',
  'backup_notes',
  'mcp_logins',
  'mcp_login_attempts',
];

/** Conversations are listed by their last message, page by page; conversations of the same moment by their ids. */
const byAge = (columns: string) => [
  'drop index conversations_age',
  `create index conversations_age on conversations (${columns})`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, tables(typesOf(db)));
  await run(
    db,
    COLUMNS.map(([table, column, type]) => `alter table ${table} add column ${column} ${type}`),
  );
  await run(db, [
    ...INDICES.map(([name, of]) => `create index ${name} on ${of}`),
    ...byAge('last_message_at, id'),
  ]);
  if (dialectOf(db) === 'postgres') await run(db, FUNCTIONS);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'postgres')
    await run(
      db,
      SIGNATURES.map((each) => `drop function ${each}`),
    );
  await run(db, [...byAge('last_message_at'), ...INDICES.map(([name]) => `drop index ${name}`)]);
  await run(
    db,
    COLUMNS.map(([table, column]) => `alter table ${table} drop column ${column}`),
  );
  await run(
    db,
    TABLES.map((table) => `drop table ${table}`),
  );
}
