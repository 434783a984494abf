import { Database, PERSONAL_TABLES } from '../../src/persistence/index.js';
import { wholeApp } from '../support/whole-app.js';

/** Tables in which nothing of people stands, each with its reason. */
const OF_NO_ONE: Readonly<Record<string, string>> = {
  account_states: 'the states of our own accounts',
  admin_tokens: 'tokens of operators, who are named by them',
  alerts: 'accounts, agents, budgets and servers, and numbers',
  backup_notes: 'when backups were made, and the paths of their files',
  erasures: 'names a person only while they are being erased',
  figures: 'sums of minutes, hours and days',
  kysely_migration: 'the migrations that were made',
  kysely_migration_lock: 'as above',
  leases: 'names of leases and processes',
  mcp_login_attempts: 'operators, who are named by their tokens',
  mcp_logins: 'as above, with tokens of the gateway itself',
  mcp_tools: 'definitions of tools',
  sign_ins: 'cookies of operators',
  sqlite_sequence: 'the last numbers of tables',
  webhook_states: 'addresses of webhooks, digested, and their failures',
  worker_heartbeats: 'processes',
};

/** Columns without a mark: what they have goes with the row, or tells nothing of a person where the row stays. */
const UNMARKED: Readonly<Record<string, string>> = {
  api_keys:
    'prefix name scopes limit_per_minute limit_per_hour limit_per_day created_at made_with expires_at last_used_at',
  approvals:
    'code state agent_id provider tool model_name origin definition input digest channel account asked_in event_id created_at expires_at decided_at reason result ended_at',
  audit_log: 'at action',
  budget_allowances: 'id budget created_by cost tokens until created_at',
  budget_counts: 'budget period unit used spent most wanted drawn overdrawn warned ends_at',
  budget_notices: 'budget period at',
  connector_state: 'value updated_at',
  conversations: 'id channel account kind name created_at last_message_at',
  data_requests:
    'idempotency_key status processor input input_bytes options output error lease_until created_at duration_ms key_id',
  dead_jobs: 'kind key payload attempts last_error created_at died_at reason',
  deliveries:
    'channel account conversation_id state event_id attempts failures remote_id last_code created_at first_attempt_at last_attempt_at last_ended_at sent_at thread_id author offered_until delivered_at read_at sequence',
  delivery_attempts: 'number started_at ended_at outcome code',
  grants: 'id channel account source created_at',
  holds: 'held_at ends_at',
  idempotency_records: 'created_at fingerprint',
  inbound_events:
    'channel account state outcome reason received_at processed_at sequence model answer_remark',
  job_lanes: 'kind key visible_at owner epoch',
  jobs: 'id kind key payload attempts last_error created_at visible_at owner epoch crashes',
  loop_breaks: 'id channel account rounds times broken_at ends_at',
  media: 'id mime_type bytes used_at held_until',
  media_chunks: 'media_id number bytes written_at',
  message_files: 'position name mime_type bytes problem created_at',
  operator_sends: 'fingerprint delivery_ids created_at answer',
  pairing_requests: 'seq id channel account thread_id code status created_at expires_at decided_at',
  poll_votes: 'poll_id sender_name selections voted_at',
  polls: 'id channel account delivery_id question options max_selections created_by created_at used_at',
  rate_limits: 'period hits ends_at',
  sessions: 'begins_after model stopped_at updated_at stopped_by revision',
  tool_permissions:
    'id agent_id provider tool model_name origin definition channel account sender_name created_at ends_at',
  transcript:
    'channel account conversation_id role sender_id sender_name remote_id event_id created_at kind delivery_id thread_id history_from',
  turn_progress: 'said updated_at delivery_id stream',
  turn_steps: 'step result created_at call number',
  usage_calls:
    'id day agent model channel calls unpriced_calls input cached cache_write output reasoning cost is_estimate at',
  usage_days: 'calls unpriced_calls input cached cache_write output reasoning cost at',
  usage_open_calls: 'id owner day agent model channel input output cost is_priced at',
  user_identities: 'id user_id channel account linked_at',
  users: 'status created_at updated_at',
  webhook_messages: 'id webhook lane type created_at attempts retry_at last_error died_at',
};

const world = wholeApp('SQLite');
const tablesOf = (db: Database) => db.on().introspection.getTables({ withInternalKyselyTables: true });

it('every table is claimed by its marks, by which it is erased, or holds nothing of people', async () => {
  const tables = (await tablesOf(world.app.get(Database, { strict: false }))).map(({ name }) => name);
  const claimed: readonly string[] = PERSONAL_TABLES.map(([name]) => name);
  expect(tables.filter((name) => !claimed.includes(name) && !(name in OF_NO_ONE))).toEqual([]);
  expect(claimed.filter((name) => !tables.includes(name) || name in OF_NO_ONE)).toEqual([]);
  expect(claimed.filter((name, index) => claimed.indexOf(name) !== index)).toEqual([]);
});

it('every column of these has a mark, or is named here', async () => {
  const stored = await tablesOf(world.app.get(Database, { strict: false }));
  const unmarked = PERSONAL_TABLES.map(([name, table]) => {
    const { whose, blanked, blank, search, adds, acts, tells = [], hidden = [], key = [], scan } = table;
    const byMark = [whose, blanked, blank, search, adds, acts].flatMap((marks) => Object.keys(marks ?? {}));
    const marked = new Set([...byMark, ...tells, ...hidden, ...key, scan]);
    const columns = stored.find((each) => each.name === name)?.columns ?? [];
    return [name, columns.flatMap((column) => (marked.has(column.name) ? [] : [column.name])).join(' ')];
  });
  expect(Object.fromEntries(unmarked)).toEqual(UNMARKED);
});
