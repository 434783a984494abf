import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { SystemClock } from '../../src/common/index.js';
import type { Environment } from '../../src/config/index.js';
import {
  type Database,
  exportDatabase,
  type JobQueue,
  migrateDatabase,
  type Row,
  type Schema,
} from '../../src/persistence/index.js';
import { openDatabase, openJobQueue } from '../../src/persistence/open.js';
import { bareDatabase } from './postgres-databases.js';

/** Locations for databases, and a folder for files, new for each test and removed with it. */
export interface TransferWorld {
  /** A location for an empty database; `dialect` is `SQLite` or `PostgreSQL`. */
  place(dialect: string): Promise<Environment>;
  /** The path of a new file. */
  file(name?: string): string;
  /** Opens a database; it is closed at the end of the test in any case. */
  open(environment: Environment): Promise<Database>;
  /** Its job queue, closed with the test; one that outlives a failed test would break the whole run. */
  queueOf(db: Database): Promise<JobQueue>;
  /** Writes the content of a database to a file. @returns its path */
  exported(environment: Environment, file?: string): Promise<string>;
}

/** Call it where the tests are declared. */
export function transferWorld(): TransferWorld {
  let folder: string;
  let places = 0;
  const cleanup: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-transfer-'));
  });
  afterEach(async () => {
    // In reverse order: a queue ends before its database, and that before the server drops it.
    for (const release of cleanup.splice(0).reverse()) await release();
    await rm(folder, { recursive: true });
  });
  const file = (name = 'export.gz') => join(folder, name);
  return {
    file,
    place: async (dialect) => {
      const stateDir = file(`state-${++places}`);
      const environment = { stateDir, configFile: join(stateDir, 'gatehouse.json') };
      if (dialect === 'SQLite') return environment;
      const { url, release } = await bareDatabase();
      cleanup.push(release);
      return { ...environment, databaseUrl: url };
    },
    open: async (environment) => {
      const db = await openDatabase(environment);
      cleanup.push(() => db.close());
      return db;
    },
    queueOf: async (db) => {
      const queue = await openJobQueue(db, new SystemClock());
      cleanup.push(() => queue.stop(5_000));
      return queue;
    },
    exported: async (environment, to = file()) =>
      (await exportDatabase(environment, { file: to, force: true })).file,
  };
}

const BIG = 'x'.repeat(1_500_000);
const STRANGE = 'Grüße 🦊 \u2028 \u2029 \\ " \' \n\r\t end';

/** Fills every table; four jobs in three lanes, one of them claimed and one backing off. */
export async function fill(environment: Environment): Promise<void> {
  await migrateDatabase(environment);
  const db = await openDatabase(environment);
  await db.transaction(async (tx) => {
    const on = db.on(tx);
    const where = { channel: 'c', account: 'a' };
    const event = { ...where, session_key: 's', state: 'done' as const, received_at: 1, payload: BIG };
    await on
      .insertInto('inbound_events')
      .values({ id: 'e1', inbox_key: '1', ...event })
      .execute();
    await on
      .insertInto('connector_state')
      .values({ ...where, key: 'k', value: STRANGE, updated_at: 1_760_000_000_000 })
      .execute();
    const conversation = { conversation_id: 'x', created_at: 1, last_message_at: 2 };
    await on
      .insertInto('conversations')
      .values({ id: 'v', ...where, ...conversation, kind: 'direct' })
      .execute();
    const line = { ...where, session_key: 's', conversation_id: 'x', role: 'user' as const, event_id: 'e1' };
    const lines = Array.from({ length: 1_001 }, (_unused, n) => ({
      ...line,
      id: `t${n}`,
      text: `${STRANGE}${n}`,
      created_at: n,
    }));
    await on.insertInto('transcript').values(lines).execute();
    await on.deleteFrom('transcript').where('id', '=', 't1000').execute();
    const delivery = { id: 'd', ...where, conversation_id: 'x', content: '{}', attempts: 1, failures: 0 };
    await on
      .insertInto('deliveries')
      .values({ ...delivery, state: 'sent', created_at: 1 })
      .execute();
    const bytes = Uint8Array.from({ length: 70_000 }, (_unused, n) => n % 256);
    for (const id of ['m1', 'm2'])
      await on.insertInto('media_chunks').values({ media_id: id, number: 0, bytes, written_at: 1 }).execute();
    await on
      .insertInto('media')
      .values({ id: 'm1', mime_type: 'image/png', bytes: bytes.length, used_at: 1 })
      .execute();
    const sentFile = { entry_id: 't1', position: 0, media_id: 'm1', name: STRANGE, mime_type: 'image/png' };
    await on
      .insertInto('message_files')
      .values({ ...sentFile, bytes: bytes.length, created_at: 1 })
      .execute();
    const poll = { id: 'q', ...where, conversation_id: 'x', delivery_id: 'd', created_by: 'op' };
    await on
      .insertInto('polls')
      .values({
        ...poll,
        question: STRANGE,
        options: JSON.stringify([STRANGE]),
        max_selections: 1,
        created_at: 1,
        used_at: 2,
      })
      .execute();
    await on
      .insertInto('poll_votes')
      .values({ poll_id: 'q', sender_id: 'me', selections: '[0]', voted_at: 1_760_000_000_000 })
      .execute();
    const sent = {
      id: 'token:owner key',
      fingerprint: 'f',
      delivery_ids: '["d"]',
      answer: '{}',
      created_at: 1,
    };
    await on.insertInto('operator_sends').values(sent).execute();
    const token = { id: 'tok', hash: 'h', role: 'viewer' as const, name: STRANGE, prefix: 'gha_' };
    await on
      .insertInto('admin_tokens')
      .values({ ...token, created_at: 1, created_by: 'op' })
      .execute();
    await on
      .insertInto('idempotency_records')
      .values({ id: 'token:owner key', fingerprint: 'f', made_id: 'tok', created_at: 1 })
      .execute();
    const attempt = { number: 1, started_at: 1, ended_at: 2, outcome: 'sent' as const };
    await on
      .insertInto('delivery_attempts')
      .values({ delivery_id: 'd', ...attempt })
      .execute();
    const step = { event_id: 'e1', step: 's.1', number: 1, call: `{"name":"${BIG}"}` };
    await on
      .insertInto('turn_steps')
      .values({ ...step, created_at: 1 })
      .execute();
    await on
      .insertInto('turn_progress')
      .values({ event_id: 'e1', said: STRANGE, delivery_id: 'd', updated_at: 2 })
      .execute();
    const request = { id: 'p', ...where, sender_id: 'me', code: 'ABCD', status: 'pending' as const };
    const place = { conversation_id: STRANGE, thread_id: 't' };
    await on
      .insertInto('pairing_requests')
      .values({ ...request, ...place, created_at: 1, expires_at: 2 })
      .execute();
    const grant = { id: 'g', ...where, sender_id: 'me', source: 'operator' as const, created_by: 'op' };
    await on
      .insertInto('grants')
      .values({ ...grant, created_at: 1 })
      .execute();
    const user = {
      id: 'u',
      display_name: STRANGE,
      email: 'A@b.c',
      email_key: 'a@b.c',
      status: 'active' as const,
    };
    await on
      .insertInto('users')
      .values({ ...user, created_at: 1, updated_at: 2 })
      .execute();
    const identity = { id: 'i', user_id: 'u', ...where, sender_id: 'me', display_name: null, linked_at: 3 };
    await on.insertInto('user_identities').values(identity).execute();
    const apiKey = { id: 'k', user_id: 'u', hash: 'h', prefix: 'gh_', name: 'n', scopes: 'users:read' };
    await on
      .insertInto('api_keys')
      .values({
        ...apiKey,
        limit_per_day: 5,
        created_at: 1,
        created_by: 'op',
        last_used_at: 1_760_000_000_000,
      })
      .execute();
    const audit = { at: 1, actor: 'a', action: 'b', subject: 'c', details: '{}' };
    await on.insertInto('audit_log').values(audit).execute();
    for (const key of ['one', 'two', 'two', 'three']) {
      const job = { kind: 'work', key, payload: `{"n":"${key}"}`, attempts: 0, created_at: 1 };
      await on.insertInto('jobs').values(job).execute();
    }
    const lane = { kind: 'work', epoch: 3, visible_at: Date.now() + 3_600_000 };
    const lanes = [
      { ...lane, key: 'one', owner: 'wkr_gone' },
      { ...lane, key: 'two', owner: null },
      { ...lane, key: 'three', owner: null, epoch: 0, visible_at: 1 },
    ];
    if (db.dialect === 'postgres') await on.insertInto('job_lanes').values(lanes).execute();
    else for (const each of lanes) await beginLane(on, each);
    const window = { key_id: 'k', period: 'day', hits: 12, ends_at: 1_760_000_000_000 };
    await on.insertInto('rate_limits').values(window).execute();
    const dataRequest = {
      id: 'r',
      user_id: 'u',
      status: 'queued' as const,
      processor: 'profile',
      options: '{}',
    };
    await on
      .insertInto('data_requests')
      .values({ ...dataRequest, input: JSON.stringify(STRANGE), input_bytes: 9, created_at: 1 })
      .execute();
    const dead = { kind: 'work', key: 'x', payload: '{}', attempts: 8, created_at: 1, died_at: 2 };
    await on
      .insertInto('dead_jobs')
      .values({ id: 99, ...dead })
      .execute();
  });
  await db.close();
}

/** On SQLite a lane is the row of its first job. */
async function beginLane(on: Kysely<Schema>, { kind, key, ...lane }: Row<'job_lanes'>): Promise<void> {
  await on
    .updateTable('jobs')
    .set(lane)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs')
        .select((first) => first.fn.min('id').as('id'))
        .where('kind', '=', kind)
        .where('key', '=', key),
    )
    .execute();
}

const TABLES = [
  'inbound_events',
  'connector_state',
  'conversations',
  'transcript',
  'deliveries',
  'delivery_attempts',
  'pairing_requests',
  'grants',
  'users',
  'user_identities',
  'api_keys',
  'admin_tokens',
  'audit_log',
  'jobs',
  'dead_jobs',
  'data_requests',
  'rate_limits',
  'media_chunks',
  'message_files',
  'media',
  'turn_steps',
  'turn_progress',
  'polls',
  'poll_votes',
  'operator_sends',
  'idempotency_records',
];

/** The lanes of a database are free after an import, and in the form of that database. */
const isKept = ([column]: [string, unknown]) => !['visible_at', 'owner', 'epoch'].includes(column);

/** Every row of every table, in any order, without lanes. */
export async function contents(environment: Environment): Promise<Record<string, string[]>> {
  const db = await openDatabase(environment);
  const all: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.on());
    all[table] = rows.map((row) => JSON.stringify(Object.entries(row).filter(isKept).sort())).sort();
  }
  await db.close();
  return all;
}
