import type { Schema } from './schema.js';

/**
 * How a column leads to a person (`src/people/rows/leads.repository.ts`): by their id, or a conversation with them alone, on
 * the `channel` and `account` of the row; by their user and its API keys; or as the ledger names any of these.
 */
export type Lead = SenderLead | UserLead | LedgerLead | IdLead;
type SenderLead = 'sender' | 'place' | 'voter';
type UserLead = 'user' | 'keys' | 'maker';
type LedgerLead = 'payer' | 'payerPlace' | 'anyPayer';

/** By the ids of rows that were found before: `own` ones go, of `shared` ones only the content does. */
export type IdLead =
  | ('events' | 'approvals' | 'entries')
  | ('lines' | 'ownLines' | 'sharedLines')
  | ('deliveries' | 'ownDeliveries' | 'sharedDeliveries');

/** The whole text is a name, a text or JSON may contain one; or it is the chosen name of who is in the column `…_by`. */
export type Naming = 'name' | 'text' | 'json' | 'actor';

/** When rows are erased: `work` first, as a turn without its job commits nothing; what leads to other rows, last. */
export const ERASING_STAGES = ['work', 'records', 'files', 'lines', 'events'] as const;

/** What the columns of a table tell of a person, and what becomes of its rows. */
export interface PersonalTable<Column extends string = string> {
  /** `records` unless given. */
  readonly stage?: (typeof ERASING_STAGES)[number];
  /** The name of its file in an export, and of its count; none: it is not shown. */
  readonly kind?: string;
  /** The rows of the person, which are deleted. */
  readonly whose?: Leads<Column>;
  /** Rows that stay, without what is the person's. */
  readonly blanked?: Leads<Column>;
  readonly blank?: Readonly<Partial<Record<Column, string | null>>>;
  /** A row in which these are blank is not shown. */
  readonly tells?: readonly Column[];
  /** The rows to search, and to show, where they differ from those of `whose`. */
  readonly search?: Leads<Column>;
  readonly shown?: Leads<Column>;
  /** The columns whose values lead to other rows. */
  readonly adds?: Readonly<Partial<Record<Column, 'keys' | 'approvals' | 'media' | 'names' | 'place'>>>;
  /** Columns of the rows of others in which the person may be named. */
  readonly acts?: Readonly<Partial<Record<Column, Naming>>>;
  readonly hidden?: readonly Column[];
  /** No index leads to the rows: they are read some at a time, by this column. */
  readonly scan?: Column;
  /** The columns that identify a row, unless `scan` does, or `id`. */
  readonly key?: readonly Column[];
}

export type Leads<Column extends string = string> = Readonly<Partial<Record<Column, Lead>>>;

/** Stands for a text of a person who was erased, and for their name. */
export const ERASED = '[erased]';
/** The same for a message of ours that others were sent too, and by whose id its copies are still recognised. */
export const ERASED_CONTENT = JSON.stringify({ kind: 'text', text: ERASED });

const HERE = { conversation_id: 'place' } as const;
const REQUESTER = { sender_id: 'sender', ...HERE } as const;
// Bills are compared with the sums, so these stay: as calls for no one.
const CALL = {
  blanked: { sender: 'payer', conversation: 'payerPlace', key_id: 'keys' },
  blank: { sender: '', conversation: '', key_id: '' },
} as const;

/**
 * In the order in which they are searched and shown; they are erased by stages, in the opposite order. Tables and columns that
 * are missing tell nothing of people: `people-tables.spec` has them one by one.
 */
const TABLES = {
  inbound_events: {
    stage: 'events',
    kind: 'events',
    blanked: { id: 'events' },
    // The inbox key stays, so that an old event that the service brings again is still a duplicate.
    blank: {
      sender_id: null,
      conversation_id: null,
      session_key: 'erased',
      joined_by: null,
      payload: '',
      judged: null,
      turn: null,
    },
    tells: ['sender_id', 'conversation_id'],
    hidden: ['payload', 'session_key', 'inbox_key'],
  },
  conversations: { stage: 'events', kind: 'conversations', whose: HERE },
  audit_log: {
    kind: 'acts',
    scan: 'seq',
    acts: { actor: 'name', subject: 'name', details: 'json', change: 'json' },
    hidden: ['seq'],
  },
  // Not before the lines, which renew them.
  sessions: { stage: 'events', scan: 'session_key' },
  transcript: {
    stage: 'lines',
    kind: 'messages',
    whose: { id: 'ownLines' },
    blanked: { id: 'sharedLines' },
    blank: { text: ERASED, reply_to: null },
    tells: ['text'],
    shown: { id: 'lines' },
    hidden: ['seq', 'session_key'],
  },
  message_files: {
    stage: 'files',
    kind: 'files',
    whose: { entry_id: 'entries' },
    adds: { media_id: 'media' },
  },
  media: { stage: 'files' },
  media_chunks: { stage: 'files' },
  turn_steps: { kind: 'tool_calls', whose: { event_id: 'events' } },
  turn_progress: { kind: 'unfinished_answers', whose: { event_id: 'events' } },
  pairing_requests: {
    kind: 'pairing_requests',
    whose: { sender_id: 'sender' },
    adds: { sender_name: 'names', conversation_id: 'place' },
    acts: { decided_by: 'name' },
  },
  deliveries: {
    kind: 'deliveries',
    whose: { id: 'ownDeliveries' },
    blanked: { id: 'sharedDeliveries' },
    blank: { content: ERASED_CONTENT, media_id: null, last_detail: null, offered_to: null },
    tells: ['content'],
    shown: { id: 'deliveries' },
  },
  delivery_attempts: {
    whose: { delivery_id: 'ownDeliveries' },
    blanked: { delivery_id: 'sharedDeliveries' },
    blank: { detail: null },
  },
  approvals: {
    kind: 'approvals',
    whose: { id: 'approvals' },
    search: REQUESTER,
    scan: 'id',
    adds: { id: 'approvals' },
    acts: { decided_by: 'name', decided_by_name: 'actor', shown: 'json' },
    hidden: ['session_key'],
  },
  tool_permissions: { kind: 'tool_permissions', whose: REQUESTER, acts: { granted_by: 'name' } },
  poll_votes: { kind: 'votes', whose: { sender_id: 'voter' } },
  polls: { kind: 'polls', whose: HERE },
  holds: {
    kind: 'holds',
    whose: HERE,
    blanked: { open_event: 'events' },
    blank: { open_event: null, open_session: null, open_payload: null },
    acts: { held_by: 'name', note: 'text' },
    hidden: ['open_session'],
    key: ['channel', 'account', 'conversation_id'],
  },
  loop_breaks: { kind: 'loop_breaks', whose: HERE },
  connector_state: { kind: 'connector_notes', key: ['channel', 'account', 'key'] },
  webhook_messages: { kind: 'webhook_messages', scan: 'seq', acts: { body: 'json' }, hidden: ['seq'] },
  usage_days: {
    kind: 'usage',
    ...CALL,
    key: ['day', 'agent', 'model', 'channel', 'sender', 'conversation', 'key_id', 'is_estimate'],
  },
  usage_calls: { kind: 'usage', ...CALL },
  usage_open_calls: CALL,
  budget_counts: { kind: 'budgets', whose: { subject: 'anyPayer' } },
  budget_allowances: { kind: 'budgets', whose: { subject: 'anyPayer' } },
  budget_notices: { whose: { place: 'payerPlace' } },
  operator_sends: { scan: 'id' },
  data_requests: {
    kind: 'data_requests',
    whose: { user_id: 'user' },
    scan: 'id',
    hidden: ['fingerprint'],
  },
  rate_limits: { whose: { key_id: 'keys' } },
  grants: {
    kind: 'grants',
    whose: { sender_id: 'sender' },
    adds: { sender_name: 'names' },
    acts: { created_by: 'name' },
  },
  user_identities: { kind: 'links', whose: { sender_id: 'sender' }, adds: { display_name: 'names' } },
  users: {
    kind: 'users',
    whose: { id: 'user' },
    adds: { display_name: 'names', email: 'names', email_key: 'names' },
  },
  api_keys: {
    kind: 'keys',
    whose: { user_id: 'user' },
    adds: { id: 'keys' },
    acts: { created_by: 'name' },
    hidden: ['hash'],
  },
  idempotency_records: { whose: { id: 'maker', made_id: 'keys' } },
  dead_jobs: { stage: 'work', scan: 'id' },
  job_lanes: { stage: 'work' },
  jobs: { stage: 'work' },
} satisfies { readonly [T in keyof Schema]?: PersonalTable<keyof Schema[T] & string> };

export const PERSONAL_TABLES = Object.entries(TABLES) as [keyof Schema, PersonalTable][];
