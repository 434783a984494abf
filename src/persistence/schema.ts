import type { Generated, Selectable } from 'kysely';

/*
 * Every table, for both dialects. Times are epoch milliseconds in 64-bit integers, JSON is text, booleans are
 * 0/1, ids are opaque text. Columns named `seq` come from the database and give the order of insertion.
 */

export interface InboundEventsTable {
  id: string;
  channel: string;
  account: string;
  /** Unique per channel and account: what makes an event happen once (DESIGN 4). */
  inbox_key: string;
  session_key: string;
  /** Null in rows of before 0008. */
  conversation_id: string | null;
  sender_id: string | null;
  state: 'pending' | 'done' | 'dead';
  /** The pipeline's verdict; null while pending. */
  outcome: 'turn' | 'heard' | 'command' | 'stopped' | 'pairing' | 'vote' | 'dropped' | 'failed' | null;
  /** Why it was dropped. */
  reason: string | null;
  /** The event that goes on with what this one says, while neither is answered. */
  joined_by: string | null;
  /** The InboundEvent as JSON, with earlier ones it goes on with; emptied once the event is done, the transcript holds what may be kept. */
  payload: string;
  received_at: number;
  processed_at: number | null;
  /** Its number in the account, where the service gives one. */
  sequence: number | null;
}

export interface ConversationsTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  kind: 'direct' | 'group' | 'channel';
  name: string | null;
  created_at: number;
  last_message_at: number;
}

export interface TranscriptTable {
  seq: Generated<number>;
  id: string;
  session_key: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** Where in the conversation; null = its main line, and in rows of ours, whose delivery says it. */
  thread_id: string | null;
  role: 'user' | 'assistant';
  /** `heard`: said in a group to others; `notice`: a reaction, a join, …. */
  kind: Generated<'turn' | 'heard' | 'notice'>;
  sender_id: string | null;
  sender_name: string | null;
  text: string;
  remote_id: string | null;
  /** The message this one answers, where the service says so. */
  reply_to: string | null;
  /** The delivery that brought an entry of the assistant, the first where it took several. Null in rows of before 0009. */
  delivery_id: string | null;
  /** The event it says or answers; of what an operator sent the delivery's own id. */
  event_id: string;
  created_at: number;
}

/** A person's decisions about a session; no row = its defaults. */
export interface SessionsTable {
  session_key: string;
  /** Transcript entries up to this `seq` are no longer context (`/new`). */
  begins_after: number;
  /** Instead of the agent's own (`/model`). */
  model: string | null;
  /** The event that was the last `/stop`: turns of events before it are to end. */
  stopped_by: string | null;
  updated_at: number;
}

/** How far a turn has come that may run again: what it has said already is not said twice (DESIGN 4). */
export interface TurnProgressTable {
  event_id: string;
  /** The text whose deliveries are committed; with a stream, the text that it shows, whose delivery is still to come. */
  said: string;
  /** The first of these deliveries. Null in rows of before 0009, and with a stream. */
  delivery_id: string | null;
  /** The stream, as JSON; null where the answer is shown in none. */
  stream: string | null;
  updated_at: number;
}

/** The effects of a turn's tool calls: a turn that runs again does not repeat them (DESIGN 4). */
export interface TurnStepsTable {
  event_id: string;
  /** Names the call within its turn: what it does and the how-manieth of its kind it is. */
  step: string;
  /** The tool's name and the arguments as the model gave them, JSON. Null in rows of before 0009. */
  call: string | null;
  /** 1 for the first step of the turn. Null in rows of before 0009. */
  number: number | null;
  /** Null while it is being done, or when we were killed in its middle. */
  result: string | null;
  created_at: number;
}

export interface DeliveriesTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** The ThreadId it goes to; null = the conversation's main line. */
  thread_id: string | null;
  /** OutboundContent as JSON. */
  content: string;
  /** The file it brings: `media.id`; may be gone once it was sent. */
  media_id: string | null;
  state: 'queued' | 'sending' | 'unknown' | 'sent' | 'dead';
  /** The event it answers; null when an operator sent it. */
  event_id: string | null;
  /** Null in rows of before 0022. */
  author: 'assistant' | 'operator' | 'gateway' | null;
  /** Attempts begun. */
  attempts: number;
  /** Attempts that count against the limit: those the remote itself refused. */
  failures: number;
  remote_id: string | null;
  last_code: string | null;
  last_detail: string | null;
  created_at: number;
  first_attempt_at: number | null;
  last_attempt_at: number | null;
  /** When the last attempt ended; null while one runs, or when we were killed in its middle. */
  last_ended_at: number | null;
  sent_at: number | null;
  /** As that of inbound events. */
  sequence: number | null;
  /** The person who was asked whether they take its file. */
  offered_to: string | null;
  /** The file is kept for them until then, epoch ms; null once they have answered. */
  offered_until: number | null;
  /** When the service says it reached a device, and when it was read there. */
  delivered_at: number | null;
  read_at: number | null;
}

/** The last time that programs answered each other in a conversation; it lasts until `ends_at`. */
export interface LoopBreaksTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** Answers in a row that were answered without a human pause. */
  rounds: number;
  /** The how-manieth in a row. */
  times: number;
  broken_at: number;
  ends_at: number;
}

/** An operator's `Idempotency-Key` and what was sent under it. */
export interface OperatorSendsTable {
  /** The actor and the key, a space between them. */
  id: string;
  /** SHA-256 of what was asked for, hexadecimal. */
  fingerprint: string;
  /** JSON list of ids, in order. */
  delivery_ids: string;
  created_at: number;
}

/** A file, once for however many messages bring or send it; deleted when none needs it any more (ADR 0037). */
export interface MediaTable {
  /** SHA-256 of the bytes, hexadecimal. */
  id: string;
  /** Told by the bytes. */
  mime_type: string;
  bytes: number;
  /** When it last came in, or a delivery was made with it. */
  used_at: number;
  /** Until when somebody needs it whatever else does not. */
  held_until: number | null;
}

/** The bytes of files, where they are in the database and not below the state dir. */
export interface MediaChunksTable {
  /** `media.id`, or the name of what is still coming in. */
  media_id: string;
  /** From 0, in order. */
  number: number;
  bytes: Uint8Array;
  written_at: number;
}

/** The files a message brought; they go with its transcript entry. */
export interface MessageFilesTable {
  /** `transcript.id`; may be written ahead of it. */
  entry_id: string;
  /** From 0. */
  position: number;
  /** Null when it could not be had, or is not kept any more. */
  media_id: string | null;
  name: string;
  mime_type: string;
  bytes: number;
  /** Why it could not be had. */
  problem: string | null;
  created_at: number;
}

/** A poll that was sent, or is about to be. */
export interface PollsTable {
  id: string;
  channel: string;
  account: string;
  conversation_id: string;
  /** The delivery that brings it; may be gone by now. */
  delivery_id: string;
  question: string;
  /** JSON array of texts. */
  options: string;
  max_selections: number;
  /** The actor, or `assistant`. */
  created_by: string;
  created_at: number;
  /** When it was made, or last voted in. */
  used_at: number;
}

/** The last vote of each sender; goes with its poll. */
export interface PollVotesTable {
  poll_id: string;
  sender_id: string;
  sender_name: string | null;
  /** JSON array of positions in the options; empty = taken back. */
  selections: string;
  /** By the service's clock. */
  voted_at: number;
}

export interface DeliveryAttemptsTable {
  delivery_id: string;
  number: number;
  started_at: number;
  ended_at: number;
  outcome: 'sent' | 'not-sent' | 'unknown';
  code: string | null;
  detail: string | null;
}

export interface PairingRequestsTable {
  id: string;
  channel: string;
  account: string;
  sender_id: string;
  sender_name: string | null;
  /** Where they asked; null for those who did before it was kept. */
  conversation_id: string | null;
  thread_id: string | null;
  code: string;
  /** A pending request past `expires_at` is expired; nothing needs to write that down. */
  status: 'pending' | 'approved' | 'denied';
  created_at: number;
  expires_at: number;
  decided_at: number | null;
  decided_by: string | null;
}

export interface GrantsTable {
  id: string;
  channel: string;
  account: string;
  sender_id: string;
  sender_name: string | null;
  source: 'pairing' | 'operator';
  created_at: number;
  created_by: string;
}

/** People and programs of the Data API. */
export interface UsersTable {
  id: string;
  display_name: string;
  /** As it was given. */
  email: string;
  /** The form in which addresses are compared; unique. */
  email_key: string;
  status: 'active' | 'disabled';
  created_at: number;
  updated_at: number;
}

/** Which sender on a channel a user is; goes with the user and with the grant of the sender. */
export interface UserIdentitiesTable {
  id: string;
  user_id: string;
  channel: string;
  account: string;
  sender_id: string;
  display_name: string | null;
  linked_at: number;
}

/** A revoked one is deleted. */
export interface ApiKeysTable {
  id: string;
  user_id: string;
  /** SHA-256 of the key, hex; the key itself is nowhere. */
  hash: string;
  /** The first characters of the key, to tell one from another. */
  prefix: string;
  name: string;
  /** Separated by spaces. */
  scopes: string;
  limit_per_minute: number | null;
  limit_per_hour: number | null;
  limit_per_day: number | null;
  created_at: number;
  created_by: string;
  /** The key that its holder made this one with; null when an operator made it. */
  made_with: string | null;
  expires_at: number | null;
  /** At most a minute behind. */
  last_used_at: number | null;
}

/** Admin tokens besides the first owner token. What is revoked is deleted. */
export interface AdminTokensTable {
  id: string;
  /** SHA-256 of the token, hex; the token itself is nowhere. */
  hash: string;
  role: 'viewer' | 'operator' | 'owner';
  name: string;
  /** The first characters of the token, to tell one from another. */
  prefix: string;
  created_at: number;
  created_by: string;
  /** The token it was made with; null for the first owner token. */
  made_with: string | null;
  expires_at: number | null;
  /** At most a minute behind. */
  last_used_at: number | null;
}

/** An `Idempotency-Key` under which a credential was made. */
export interface IdempotencyRecordsTable {
  /** The actor and the key, a space between them. */
  id: string;
  made_id: string;
  created_at: number;
}

export interface AuditLogTable {
  seq: Generated<number>;
  at: number;
  actor: string;
  action: string;
  subject: string;
  /** JSON object; no secret, no message text. */
  details: string;
}

export interface ConnectorStateTable {
  channel: string;
  account: string;
  key: string;
  value: string;
  updated_at: number;
}

/** One job waiting; the lowest id of a lane is its head. */
export interface JobsTable {
  id: Generated<number>;
  kind: string;
  key: string;
  /** JSON object. */
  payload: string;
  attempts: number;
  last_error: string | null;
  created_at: number;
}

/** One row per (kind, key) that has jobs: the unit that is claimed, so that order per key is free. */
export interface JobLanesTable {
  kind: string;
  key: string;
  /** When it may be claimed: now, the end of a back-off, or the end of the lease. */
  visible_at: number;
  owner: string | null;
  /** Grows at each claim; a worker with an older one has lost the lane. */
  epoch: number;
}

export interface DeadJobsTable {
  id: number;
  kind: string;
  key: string;
  payload: string;
  attempts: number;
  last_error: string | null;
  created_at: number;
  died_at: number;
}

/** One row per process that works on jobs of a shared database. */
export interface WorkerHeartbeatsTable {
  owner: string;
  /** Its graphile-worker pools: JSON array of ids, as they stand in `locked_by`. */
  pools: string;
  /** Grows every few seconds; others watch it with their own clock. */
  beats: number;
  /** By the owner's clock, epoch ms; for people. */
  seen_at: number;
}

/** Offices that one replica holds at a time. */
export interface LeasesTable {
  name: string;
  owner: string;
  /** By the clock of the database, epoch ms. */
  expires_at: number;
}

/** One data-processing request of the Data API. */
export interface DataRequestsTable {
  id: string;
  user_id: string;
  /** The caller's; unique per user. */
  idempotency_key: string | null;
  /** SHA-256 of the request, hexadecimal, where there is an idempotency key. */
  fingerprint: string | null;
  status: 'queued' | 'processing' | 'completed' | 'failed';
  processor: string;
  /** A JSON string, so that it may hold NUL and lone surrogates; only while an asynchronous request is not over. */
  input: string | null;
  input_bytes: number;
  /** JSON object. */
  options: string;
  /** JSON object, once completed. */
  output: string | null;
  /** JSON of the error object, once failed. */
  error: string | null;
  /** Until when the caller's own connection works on it; null for an asynchronous one, and when it is over. */
  lease_until: number | null;
  created_at: number;
  duration_ms: number | null;
}

/** One row per API key and period; what it says of a window that has ended is of no account. */
export interface RateLimitsTable {
  key_id: string;
  /** `minute`, `hour` or `day`. */
  period: string;
  /** Requests counted; on SQLite including some that are yet to be made (ADR 0013). */
  hits: number;
  /** Epoch ms; on PostgreSQL by the clock of the database. */
  ends_at: number;
}

export interface Schema {
  inbound_events: InboundEventsTable;
  conversations: ConversationsTable;
  transcript: TranscriptTable;
  sessions: SessionsTable;
  turn_progress: TurnProgressTable;
  turn_steps: TurnStepsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  media: MediaTable;
  media_chunks: MediaChunksTable;
  message_files: MessageFilesTable;
  loop_breaks: LoopBreaksTable;
  polls: PollsTable;
  poll_votes: PollVotesTable;
  operator_sends: OperatorSendsTable;
  pairing_requests: PairingRequestsTable;
  grants: GrantsTable;
  users: UsersTable;
  user_identities: UserIdentitiesTable;
  api_keys: ApiKeysTable;
  admin_tokens: AdminTokensTable;
  idempotency_records: IdempotencyRecordsTable;
  audit_log: AuditLogTable;
  connector_state: ConnectorStateTable;
  jobs: JobsTable;
  job_lanes: JobLanesTable;
  dead_jobs: DeadJobsTable;
  worker_heartbeats: WorkerHeartbeatsTable;
  leases: LeasesTable;
  data_requests: DataRequestsTable;
  rate_limits: RateLimitsTable;
}

/** A row of a table as it is read; for repositories. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
