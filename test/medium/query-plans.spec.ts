import { jest } from '@jest/globals';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { type ConversationId, DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { FAKE } from '../support/fake-connector.js';
import { RateLimitRepository } from '../../src/data-api/limits/rate-limit.repository.js';
import type { Database, JobHandler } from '../../src/persistence/index.js';
import { GraphileLaneRepository } from '../../src/persistence/postgres/jobs/graphile-lane.repository.js';
import { HeartbeatRepository } from '../../src/persistence/postgres/jobs/heartbeat.repository.js';
import { LeaseRepository } from '../../src/persistence/leadership/lease.repository.js';
import { SqliteLaneRepository } from '../../src/persistence/sqlite/sqlite-lane.repository.js';
import { runDataRequestOperations } from '../support/query-plans/data-request-operations.js';
import { Receipts } from '../../src/delivery/index.js';
import { Batch } from '../../src/persistence/postgres/batch.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { type Pipeline, startPipeline } from '../support/pipeline.js';
import { fullScans } from '../support/query-plans/query-plan.js';
import { type RecordedDatabase, recorded } from '../support/query-plans/recorded-database.js';
import { runPipelineOperations } from '../support/query-plans/pipeline-operations.js';

/** Statements that may read a whole table, with the reason. The list may only shrink. */
const ALLOWED: readonly { on: Database['dialect'][]; statement: RegExp; why: string }[] = [
  {
    on: ['sqlite', 'postgres'],
    statement: /^select "kind", count\(\*\) as "count" from "jobs" group by "kind"$/,
    why: 'status page and metrics count what waits, and the table holds nothing else; the index alone is read',
  },
  {
    on: ['sqlite', 'postgres'],
    statement: /^select (\*|"conversations"\.\*, .*) from "holds"/,
    why: 'a row for each conversation that a person holds; all of them are kept in memory',
  },
  {
    on: ['sqlite', 'postgres'],
    statement: /^select \* from "account_states"$/,
    why: 'the status page shows every account, and the table has one row each',
  },
  {
    on: ['postgres'],
    statement: /^select \* from "alerts" where "cleared_at" is null/,
    why: 'the alerts that are open: all of a partial index, a few entries',
  },
  {
    on: ['postgres'],
    statement: /^select "owner" from "worker_heartbeats" where "owner" <> \$1 order by "owner"$/,
    why: 'the log names the other replicas, and the table has one row each',
  },
  {
    on: ['postgres'],
    statement: /^select "owner", "beats", .* as "silentMs" from "worker_heartbeats" union all/,
    why: 'one row a process, and the lanes in hand: all of a partial index, a few hundred entries at most',
  },
  {
    on: ['postgres'],
    statement: /^select kind, key from job_lanes as lane where owner is null and not exists/,
    why: 'the repair that compares the waiting lanes with graphile-worker, every quarter of a minute',
  },
  {
    on: ['postgres'],
    statement: /^delete from "leases" where "owner" = \$1$/,
    why: 'one row an account, deleted when a replica stops',
  },
  {
    on: ['sqlite', 'postgres'],
    statement: /^select cast\(coalesce\(sum\("bytes"\), [^)]+\) as bigint\) as "total" from "media"$/,
    why: 'how full the media store is, asked for each new file and no other message; the index of sizes alone is read',
  },
];

const DOOMED: JobHandler = {
  kind: 'doomed',
  concurrency: 1,
  maxAttempts: 1,
  handle: () => Promise.reject(new Error('as planned')),
  buried: () => Promise.resolve(),
  revived: () => Promise.resolve(true),
};

/** Runs the workers' periodic queries, and those after the death of another. */
async function tendLanes(db: Database): Promise<void> {
  if (db.dialect === 'sqlite') {
    const lanes = new SqliteLaneRepository(db, 'me');
    return db.transaction((tx) => lanes.releaseAll(tx, ['k'], 1));
  }
  const lanes = new GraphileLaneRepository(db, 'me');
  const heartbeats = new HeartbeatRepository(db);
  const leases = new LeaseRepository(db, 'me');
  await leases.hold('lease', 1_000);
  await leases.releaseOne('lease');
  await leases.release();
  await lanes.held();
  await heartbeats.all();
  await db.transaction(async (tx) => {
    await lanes.release(tx, { kind: 'k', key: 'k', epoch: 1 });
    await lanes.releaseOf(tx, 'other');
    await lanes.wakeForgotten(tx);
    await heartbeats.remove(tx, { owner: 'other', beats: -1 });
    await heartbeats.leave(tx, 'me');
  });
}

/** Runs the queries of API keys' limits: a draw, returned numbers, expired windows. */
async function countRequests(db: Database): Promise<void> {
  const limits = new RateLimitRepository(db);
  const window = { keyId: 'key', period: 'minute' };
  await db.transaction(async (tx) => {
    await limits.draw(tx, [{ ...window, amount: 2, lengthMs: 1 }], 1);
    await limits.giveBack(tx, window, 1, 1);
    await limits.deleteOlderThan(tx, 1, 500);
  });
}

interface Cost {
  readonly transactions: number;
  readonly statements: number;
  /** Round trips to the server, without those of graphile-worker. */
  readonly roundTrips: number;
}

const MESSAGES = 4;

/** The cost of one more message in a recently used chat; `db` is not recorded. */
async function costOfMessage(
  p: Pipeline,
  clock: FakeClock,
  { executed }: RecordedDatabase<Database>,
  db: Database,
) {
  p.connector.settings = { ...p.connector.settings, dmPolicy: 'open' };
  const receipts = p.module.get(Receipts, { strict: false });
  const query = jest.spyOn(pg.Client.prototype, 'query');
  let looks = 0;
  const isIdle = async () => {
    looks++;
    return (await db.on().selectFrom('jobs').select('key').execute()).length === 0;
  };
  const costs = () => ({
    ...executed,
    roundTrips: query.mock.calls.filter(([each]) => (each as unknown) instanceof Batch).length - looks,
  });
  const converse = async () => {
    await p.connector.receive('cat', 'hello', { occurredAt: clock.now() });
    await eventually(isIdle);
    const { correlationId, messageId, ...sent } = p.connector.sent.at(-1)!;
    const conversation = sent.conversation as ConversationId;
    const receipt = { channel: FAKE, account: DEFAULT_ACCOUNT, conversation, messageId, at: clock.now() };
    await receipts.record({ ...receipt, correlationId, kind: 'sent' });
    await receipts.record({ ...receipt, kind: 'delivered' });
    return costs();
  };
  await converse();
  const all = [await converse()];
  for (let n = 0; n < MESSAGES; n++) all.push(await converse());
  query.mockRestore();
  // The least of several, because what the process reads now and then may fall into one.
  const least = (key: keyof Cost) =>
    Math.min(...all.slice(1).map((after, index) => after[key] - all[index]![key]));
  return {
    transactions: least('transactions'),
    statements: least('statements'),
    // SQLite runs within the process.
    roundTrips: db.dialect === 'sqlite' ? 0 : least('roundTrips'),
  };
}

/** Read only by a gateway with backups, MCP servers or webhooks, or when a person is erased: this one has none of them. */
const OF_OPTIONS = [
  'backup_notes',
  'erasures',
  'mcp_login_attempts',
  'mcp_logins',
  'mcp_tools',
  'webhook_messages',
  'webhook_states',
];

describe.each(DATABASES)('query plans on %s', (_, open) => {
  let database: TestDatabase;
  let statements: readonly CompiledQuery[];
  let cost: Cost;

  beforeAll(async () => {
    database = await open();
    const recording = recorded(database.db);
    const clock = new FakeClock(Date.now());
    const pipeline = await startPipeline({ ...database, db: recording.db }, { clock, handlers: [DOOMED] });
    await runPipelineOperations(pipeline, clock);
    cost = await costOfMessage(pipeline, clock, recording, database.db);
    await pipeline.stop();
    await tendLanes(recording.db);
    await countRequests(recording.db);
    await runDataRequestOperations(recording.db);
    statements = [...recording.statements.values()].map((query) => ({ ...query, sql: query.sql.trim() }));
  });
  afterAll(() => database.close());

  it('a direct message costs four transactions', () => {
    // A lane of PostgreSQL is a row of its own, which locks it.
    const [statements, roundTrips] = database.db.dialect === 'postgres' ? [12, 5] : [16, 0];
    expect(cost).toEqual({ transactions: 4, statements, roundTrips });
  });

  it('no statement scans a whole table, except the listed ones', async () => {
    const scans: { table: string; sql: string }[] = [];
    for (const query of statements) {
      for (const table of await fullScans(database.db, query)) scans.push({ table, sql: query.sql });
    }
    const allowed = ALLOWED.filter(({ on }) => on.includes(database.db.dialect));
    expect(scans.filter(({ sql }) => !allowed.some(({ statement }) => statement.test(sql)))).toEqual([]);
    expect(allowed.filter(({ statement }) => !scans.some(({ sql }) => statement.test(sql)))).toEqual([]);
  });

  it('the recorded statements read each table, except those unused on SQLite', async () => {
    const tables = await database.db.on().introspection.getTables();
    const ours = tables.filter(
      ({ schema, name }) => schema !== 'graphile_worker' && !name.startsWith('kysely'),
    );
    const unread = ours.filter(
      ({ name }) => !statements.some(({ sql }) => new RegExp(`(from|update) "?${name}\\b`).test(sql)),
    );
    const isUnused =
      database.db.dialect === 'sqlite'
        ? ['job_lanes', 'leases', 'worker_heartbeats', ...OF_OPTIONS]
        : OF_OPTIONS;
    expect(unread.map(({ name }) => name).sort()).toEqual(isUnused.toSorted());
  });

  it.each([
    ['select id from deliveries where content = $1', ['x']],
    ['select id from deliveries order by content limit 1', []],
    ['select id from deliveries where content = $1 order by id limit 1', ['x']],
    ['delete from deliveries where id in (select id from deliveries where content = $1 limit 5)', ['x']],
  ])('a scan is detected in: %s', async (text, values) => {
    const query = CompiledQuery.raw(
      database.db.dialect === 'sqlite' ? text.replace('$1', '?') : text,
      values,
    );
    expect(await fullScans(database.db, query)).toEqual(['deliveries']);
  });

  it('deletions by age use the oldest end of an index', async () => {
    const byAge = statements.filter(({ sql }) => /^delete from .* limit /.test(sql));
    expect(byAge.length).toBeGreaterThanOrEqual(8);
    // On PostgreSQL the choice among fitting indices depends on statistics, which an empty table lacks.
    if (database.db.dialect === 'postgres') return;
    for (const { sql, parameters } of byAge) {
      const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await database.db.on().executeQuery<{ detail: string }>(plan);
      const text = rows.map(({ detail }) => detail).join('\n');
      // In some tables the ids contain the age.
      expect(text).toMatch(/_age \(|\(id<\?\)/);
      expect(text).not.toContain('TEMP B-TREE');
    }
  });
});
