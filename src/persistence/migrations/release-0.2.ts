import type { Kysely } from 'kysely';
import { dialectOf, run, type Types, typesOf } from './statements.js';

/** The schema of 0.2.0; the columns are described in `schema`. Ids contain their time, so rows ordered by id need no index by age. */
const tables = ({ sequence, bytes, dialect }: Types) => {
  // On PostgreSQL the numbers came after the ids.
  const numberedRequests =
    dialect === 'sqlite'
      ? `seq ${sequence}, id text not null unique`
      : 'id text primary key not null, seq bigint not null generated always as identity';
  return [
    `create table inbound_events (
      id text primary key not null, channel text not null, account text not null, inbox_key text not null,
      session_key text not null, state text not null, outcome text, reason text, payload text not null,
      received_at bigint not null, processed_at bigint, conversation_id text, sender_id text, joined_by text,
      sequence bigint,
      constraint inbound_events_inbox unique (channel, account, inbox_key)
    )`,
    'create index inbound_events_sequence on inbound_events (channel, account, sequence) where sequence is not null',
    'create index inbound_events_dropped on inbound_events (channel, account, conversation_id, id) where reason is not null',
    `create table connector_state (
      channel text not null, account text not null, key text not null, value text not null,
      updated_at bigint not null,
      constraint connector_state_pk primary key (channel, account, key)
    )`,
    `create table conversations (
      id text primary key not null, channel text not null, account text not null, conversation_id text not null,
      kind text not null, name text, created_at bigint not null, last_message_at bigint not null,
      constraint conversations_place unique (channel, account, conversation_id)
    )`,
    'create index conversations_age on conversations (last_message_at)',
    `create table transcript (
      seq ${sequence}, id text not null unique, session_key text not null, channel text not null,
      account text not null, conversation_id text not null, role text not null, sender_id text, sender_name text,
      text text not null, remote_id text, event_id text not null, created_at bigint not null, reply_to text,
      kind text not null default 'turn', delivery_id text, thread_id text
    )`,
    'create index transcript_session on transcript (session_key, seq)',
    'create index transcript_conversation on transcript (channel, account, conversation_id, id)',
    `create table deliveries (
      id text primary key not null, channel text not null, account text not null, conversation_id text not null,
      content text not null, state text not null, event_id text, attempts integer not null,
      failures integer not null, remote_id text, last_code text, last_detail text, created_at bigint not null,
      first_attempt_at bigint, last_attempt_at bigint, last_ended_at bigint, sent_at bigint, thread_id text,
      media_id text, author text, offered_to text, offered_until bigint, delivered_at bigint, read_at bigint,
      sequence bigint
    )`,
    'create index deliveries_state on deliveries (state, id)',
    'create index deliveries_media on deliveries (media_id) where media_id is not null',
    'create index deliveries_sequence on deliveries (channel, account, sequence) where sequence is not null',
    'create index deliveries_remote on deliveries (channel, account, remote_id) where remote_id is not null',
    `create table delivery_attempts (
      delivery_id text not null, number integer not null, started_at bigint not null, ended_at bigint not null,
      outcome text not null, code text, detail text,
      constraint delivery_attempts_pk primary key (delivery_id, number)
    )`,
    `create table grants (
      id text primary key not null, channel text not null, account text not null, sender_id text not null,
      sender_name text, source text not null, created_at bigint not null, created_by text not null,
      constraint grants_sender unique (channel, account, sender_id)
    )`,
    `create table audit_log (
      seq ${sequence}, at bigint not null, actor text not null, action text not null, subject text not null,
      details text not null
    )`,
    'create index audit_log_age on audit_log (at)',
    `create table jobs (
      id ${sequence}, kind text not null, key text not null, payload text not null, attempts integer not null,
      last_error text, created_at bigint not null, visible_at bigint, owner text, epoch bigint not null default 0
    )`,
    'create index jobs_lane on jobs (kind, key, id)',
    `create table job_lanes (
      kind text not null, key text not null, visible_at bigint not null, owner text, epoch bigint not null,
      constraint job_lanes_pk primary key (kind, key)
    )`,
    `create table dead_jobs (
      id bigint primary key not null, kind text not null, key text not null, payload text not null,
      attempts integer not null, last_error text, created_at bigint not null, died_at bigint not null
    )`,
    'create index dead_jobs_age on dead_jobs (died_at)',
    `create table worker_heartbeats (
      owner text primary key not null, pools text not null, beats bigint not null, seen_at bigint not null
    )`,
    `create table leases (
      name text primary key not null, owner text not null, expires_at bigint not null
    )`,
    `create table users (
      id text primary key not null, display_name text not null, email text not null,
      email_key text not null unique, status text not null, created_at bigint not null, updated_at bigint not null
    )`,
    `create table user_identities (
      id text primary key not null, user_id text not null, channel text not null, account text not null,
      sender_id text not null, display_name text, linked_at bigint not null,
      constraint user_identities_of_sender unique (channel, account, sender_id),
      constraint user_identities_user foreign key (user_id) references users (id) on delete cascade,
      constraint user_identities_grant foreign key (channel, account, sender_id) references grants (channel, account, sender_id) on delete cascade
    )`,
    'create index user_identities_of on user_identities (user_id, id)',
    `create table api_keys (
      id text primary key not null, user_id text not null, hash text not null unique, prefix text not null,
      name text not null, scopes text not null, limit_per_minute bigint, limit_per_hour bigint,
      limit_per_day bigint, created_at bigint not null, created_by text not null, made_with text,
      expires_at bigint, last_used_at bigint,
      constraint api_keys_user foreign key (user_id) references users (id) on delete cascade
    )`,
    'create index api_keys_of on api_keys (user_id, id)',
    `create table data_requests (
      id text primary key not null, user_id text not null, idempotency_key text, fingerprint text,
      status text not null, processor text not null, input text, input_bytes integer not null,
      options text not null, output text, error text, lease_until bigint, created_at bigint not null,
      duration_ms bigint,
      constraint data_requests_user foreign key (user_id) references users (id) on delete cascade
    )`,
    'create index data_requests_of on data_requests (user_id)',
    'create index data_requests_age on data_requests (created_at)',
    'create unique index data_requests_idempotency on data_requests (user_id, idempotency_key) where idempotency_key is not null',
    'create index data_requests_waiting on data_requests (user_id) where input is not null',
    `create table rate_limits (
      key_id text not null, period text not null, hits bigint not null, ends_at bigint not null,
      constraint rate_limits_pk primary key (key_id, period)
    )`,
    'create index rate_limits_age on rate_limits (ends_at)',
    `create table sessions (
      session_key text primary key not null, begins_after bigint not null, model text, stopped_at bigint,
      updated_at bigint not null, stopped_by text, revision text
    )`,
    'create index sessions_age on sessions (updated_at)',
    `create table turn_progress (
      event_id text primary key not null, said text not null, updated_at bigint not null, delivery_id text,
      stream text
    )`,
    'create index turn_progress_age on turn_progress (updated_at)',
    `create table turn_steps (
      event_id text not null, step text not null, result text, created_at bigint not null, call text,
      number integer,
      constraint turn_steps_pk primary key (event_id, step)
    )`,
    'create index turn_steps_age on turn_steps (created_at)',
    `create table operator_sends (
      id text primary key not null, fingerprint text not null, delivery_ids text not null,
      created_at bigint not null, answer text
    )`,
    'create index operator_sends_age on operator_sends (created_at)',
    `create table polls (
      id text primary key not null, channel text not null, account text not null, conversation_id text not null,
      delivery_id text not null, question text not null, options text not null, max_selections integer not null,
      created_by text not null, created_at bigint not null, used_at bigint not null
    )`,
    'create index polls_age on polls (used_at)',
    'create index polls_conversation on polls (channel, account, conversation_id, id)',
    `create table poll_votes (
      poll_id text not null, sender_id text not null, sender_name text, selections text not null,
      voted_at bigint not null,
      constraint poll_votes_pk primary key (poll_id, sender_id),
      constraint poll_votes_poll foreign key (poll_id) references polls (id) on delete cascade
    )`,
    `create table admin_tokens (
      id text primary key not null, hash text not null unique, role text not null, name text not null,
      prefix text not null, created_at bigint not null, created_by text not null, made_with text,
      expires_at bigint, last_used_at bigint
    )`,
    `create table idempotency_records (
      id text primary key not null, made_id text not null, created_at bigint not null
    )`,
    'create index idempotency_records_age on idempotency_records (created_at)',
    `create table media (
      id text primary key not null, mime_type text not null, bytes bigint not null, used_at bigint not null,
      held_until bigint
    )`,
    'create index media_age on media (used_at)',
    'create index media_sizes on media (bytes)',
    `create table media_chunks (
      media_id text not null, number integer not null, bytes ${bytes} not null, written_at bigint not null,
      constraint media_chunks_pk primary key (media_id, number)
    )`,
    'create index media_chunks_age on media_chunks (written_at)',
    `create table message_files (
      entry_id text not null, position integer not null, media_id text, name text not null,
      mime_type text not null, bytes bigint not null, problem text, created_at bigint not null,
      constraint message_files_pk primary key (entry_id, position)
    )`,
    'create index message_files_age on message_files (created_at)',
    'create index message_files_media on message_files (media_id) where media_id is not null',
    `create table loop_breaks (
      id text primary key not null, channel text not null, account text not null, conversation_id text not null,
      rounds integer not null, times integer not null, broken_at bigint not null, ends_at bigint not null,
      constraint loop_breaks_place unique (channel, account, conversation_id)
    )`,
    'create index loop_breaks_age on loop_breaks (ends_at)',
    `create table pairing_requests (
      ${numberedRequests}, channel text not null, account text not null,
      sender_id text not null, sender_name text, conversation_id text, thread_id text, code text not null,
      status text not null, created_at bigint not null, expires_at bigint not null, decided_at bigint,
      decided_by text
    )`,
    'create index pairing_requests_sender on pairing_requests (channel, account, sender_id, seq)',
    'create index pairing_requests_status on pairing_requests (status, channel, account, code)',
    'create index pairing_requests_age on pairing_requests (expires_at)',
  ];
};

/** Each index costs every message a page of the log, so a dialect has only those that its queries read. */
const INDICES = {
  sqlite: [
    'create index job_lanes_due on job_lanes (kind, visible_at)',
    // A lane is the row of its first job (ADR 0059).
    'create index jobs_due on jobs (kind, visible_at) where visible_at is not null',
  ],
  postgres: [
    'create index job_lanes_owner on job_lanes (owner) where owner is not null',
    'create unique index pairing_requests_seq on pairing_requests (seq)',
  ],
};

export const up = (db: Kysely<unknown>): Promise<void> =>
  run(db, [...tables(typesOf(db)), ...INDICES[dialectOf(db)]]);

export const down = (db: Kysely<unknown>): Promise<void> =>
  run(
    db,
    TABLES.toReversed().map((table) => `drop table ${table}`),
  );

/** In the order in which they refer to each other. */
const TABLES = [
  'inbound_events',
  'connector_state',
  'conversations',
  'transcript',
  'deliveries',
  'delivery_attempts',
  'grants',
  'audit_log',
  'jobs',
  'job_lanes',
  'dead_jobs',
  'worker_heartbeats',
  'leases',
  'users',
  'user_identities',
  'api_keys',
  'data_requests',
  'rate_limits',
  'sessions',
  'turn_progress',
  'turn_steps',
  'operator_sends',
  'polls',
  'poll_votes',
  'admin_tokens',
  'idempotency_records',
  'media',
  'media_chunks',
  'message_files',
  'loop_breaks',
  'pairing_requests',
];
