import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { SystemClock } from '../../src/common/index.js';
import type { Environment } from '../../src/config/index.js';
import { DONE, exportDatabase, importDatabase, migrateDatabase } from '../../src/persistence/index.js';
import { migrateUp } from '../../src/persistence/migrations/index.js';
import { openDatabase, openJobQueue } from '../../src/persistence/open.js';
import { kyselyOn, openFile } from '../../src/persistence/sqlite/open-file.js';
import { eventually } from '../support/eventually.js';
import { bareDatabase } from '../support/postgres-databases.js';

let folder: string;
const cleanup: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-transfer-'));
});
afterEach(async () => {
  for (const release of cleanup.splice(0)) await release();
  await rm(folder, { recursive: true });
});

let places = 0;
/** A place for a database in which there is nothing yet. */
async function place(dialect: string): Promise<Environment> {
  const stateDir = join(folder, `state-${++places}`);
  const environment = { stateDir, configFile: join(stateDir, 'gatehouse.json') };
  if (dialect === 'SQLite') return environment;
  const { url, release } = await bareDatabase();
  cleanup.push(release);
  return { ...environment, databaseUrl: url };
}

const BIG = 'x'.repeat(1_500_000);
const STRANGE = 'Grüße 🦊 \u2028 \u2029 \\ " \' \n\r\t end';

/** Something in every table; four jobs in three lanes, one of them in the hands of somebody and one backing off. */
async function fill(environment: Environment): Promise<void> {
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
    for (let n = 0; n < 1_001; n++)
      await on
        .insertInto('transcript')
        .values({ ...line, id: `t${n}`, text: `${STRANGE}${n}`, created_at: n })
        .execute();
    await on.deleteFrom('transcript').where('id', '=', 't1000').execute();
    const delivery = { id: 'd', ...where, conversation_id: 'x', content: '{}', attempts: 1, failures: 0 };
    await on
      .insertInto('deliveries')
      .values({ ...delivery, state: 'sent', created_at: 1 })
      .execute();
    const attempt = { number: 1, started_at: 1, ended_at: 2, outcome: 'sent' as const };
    await on
      .insertInto('delivery_attempts')
      .values({ delivery_id: 'd', ...attempt })
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
    await on
      .insertInto('job_lanes')
      .values([
        { ...lane, key: 'one', owner: 'wkr_gone' },
        { ...lane, key: 'two', owner: null },
        { ...lane, key: 'three', owner: null, epoch: 0, visible_at: 1 },
      ])
      .execute();
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

const TABLES = [
  ...['inbound_events', 'connector_state', 'conversations', 'transcript', 'deliveries', 'delivery_attempts'],
  ...['pairing_requests', 'grants', 'users', 'user_identities', 'api_keys', 'audit_log'],
  ...['jobs', 'job_lanes', 'dead_jobs', 'data_requests', 'rate_limits'],
];

/** Every row of every table, whatever the order; without what an import may change. */
async function contents(environment: Environment): Promise<Record<string, string[]>> {
  const db = await openDatabase(environment);
  const all: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.on());
    const kept = table === 'job_lanes' ? rows.map(({ kind, key, epoch }) => ({ kind, key, epoch })) : rows;
    all[table] = kept.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  await db.close();
  return all;
}

const exported = (environment: Environment, file = join(folder, 'export.gz')) =>
  exportDatabase(environment, { file, force: true }).then((summary) => summary.file);

describe.each([
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
  ['SQLite', 'SQLite'],
  ['PostgreSQL', 'PostgreSQL'],
])('from %s to %s', (from, to) => {
  it('every row arrives, numbers go on, and all jobs are done', async () => {
    const [source, target] = [await place(from), await place(to)];
    await fill(source);
    const summary = await importDatabase(target, { file: await exported(source) });
    const before = await contents(source);
    expect(await contents(target)).toEqual(before);
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true);
    expect(summary.rows).toBe(Object.values(before).flat().length);

    const db = await openDatabase(target);
    const line = { id: 'new', session_key: 's', channel: 'c', account: 'a', conversation_id: 'x' };
    const { seq } = await db.transaction((tx) =>
      db
        .on(tx)
        .insertInto('transcript')
        .values({ ...line, role: 'user', text: '', event_id: 'e', created_at: 1 })
        .returning('seq')
        .executeTakeFirstOrThrow(),
    );
    expect(seq).toBe(1_002);

    const done: string[] = [];
    const queue = await openJobQueue(db, new SystemClock());
    queue.register({
      kind: 'work',
      concurrency: 3,
      maxAttempts: 1,
      handle: async (job) => {
        done.push(job.payload.n!);
        await db.transaction((tx) => job.complete(tx));
        return DONE;
      },
      buried: () => Promise.resolve(),
      revived: () => Promise.resolve(true),
    });
    await queue.start();
    await eventually(() => done.length === 4, { what: 'the end of all jobs' });
    expect(done.sort()).toEqual(['one', 'three', 'two', 'two']);
    await queue.stop(5_000);
    await db.close();
  });
});

it('text with NUL, which PostgreSQL cannot hold, arrives with a replacement', async () => {
  const [source, target] = [await place('SQLite'), await place('PostgreSQL')];
  await migrateDatabase(source);
  const value = { channel: 'c', account: 'a', key: 'k', value: 'a\0b', updated_at: 1 };
  const db = await openDatabase(source);
  await db.transaction((tx) => db.on(tx).insertInto('connector_state').values(value).execute());
  await db.close();
  await importDatabase(target, { file: await exported(source) });
  expect((await contents(target)).connector_state).toEqual([expect.stringContaining('a\uFFFDb')]);
});

describe.each(['SQLite', 'PostgreSQL'])('an export of %s', (dialect) => {
  it('is of one moment and stands beside a running gateway', async () => {
    const source = await place(dialect);
    await fill(source);
    const db = await openDatabase(source);
    const file = join(folder, 'export.gz');
    let isWritten = false;
    const writing: Promise<unknown>[] = [];
    const onProgress = () => {
      if (isWritten) return;
      isWritten = true;
      writing.push(db.transaction((tx) => db.on(tx).deleteFrom('dead_jobs').execute()));
    };
    await exportDatabase(source, { file, force: false, onProgress });
    await Promise.all(writing);
    await db.close();
    const target = await place(dialect);
    await importDatabase(target, { file });
    expect((await contents(target)).dead_jobs).toHaveLength(1);
    expect((await contents(source)).dead_jobs).toHaveLength(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('replaces a file only when told so, and leaves nothing when it is stopped', async () => {
    const source = await place(dialect);
    await fill(source);
    const file = join(folder, 'export.gz');
    await writeFile(file, 'mine');
    await expect(exportDatabase(source, { file, force: false })).rejects.toThrow('is there already');
    const stop = new AbortController();
    const stopped = exportDatabase(source, {
      file,
      force: true,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(stopped).rejects.toThrow();
    expect(await readFile(file, 'utf8')).toBe('mine');
    await exportDatabase(source, { file, force: true });
    expect((await readFile(file)).length).toBeGreaterThan(1_000);
  });

  it('needs a database', async () => {
    const source = await place(dialect);
    await expect(exported(source)).rejects.toThrow(/there is no database|no schema yet/);
  });
});

describe.each(['SQLite', 'PostgreSQL'])('an import into %s', (dialect) => {
  /** A file whose lines are changed. */
  async function changed(change: (lines: string[]) => string[]): Promise<string> {
    const source = await place('SQLite');
    await fill(source);
    const file = await exported(source);
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n');
    await writeFile(file, gzipSync(`${change(lines).join('\n')}\n`));
    return file;
  }
  async function refusesAndStaysEmpty(file: string, reason: RegExp): Promise<void> {
    const target = await place(dialect);
    await expect(importDatabase(target, { file })).rejects.toThrow(reason);
    await migrateDatabase(target);
    expect(Object.values(await contents(target)).flat()).toEqual([]);
  }

  it('refuses one that is not empty, and a gateway that runs', async () => {
    const [source, target] = [await place('SQLite'), await place(dialect)];
    await fill(source);
    const file = await exported(source);
    await migrateDatabase(target);
    const running = await openDatabase(target);
    await running.ping();
    await expect(importDatabase(target, { file })).rejects.toThrow(/another gatehouse|a gateway is running/);
    await running.close();
    await importDatabase(target, { file });
    await expect(importDatabase(target, { file })).rejects.toThrow('is not empty');
  });

  it('takes the file of an older release, unless the schema is past it', async () => {
    const [source, target, past] = [await place('SQLite'), await place(dialect), await place(dialect)];
    await mkdir(source.stateDir);
    const old = kyselyOn(openFile(join(source.stateDir, 'gatehouse.db')));
    await migrateUp(old as Kysely<unknown>, '0001-initial');
    await old
      .insertInto('audit_log')
      .values({ at: 1, actor: 'a', action: 'b', subject: 'c', details: '{}' })
      .execute();
    await old.destroy();
    const file = await exported(source);
    await importDatabase(target, { file });
    expect((await migrateDatabase(target)).applied).toEqual([]);
    expect((await contents(target)).audit_log).toHaveLength(1);
    await migrateDatabase(past);
    await expect(importDatabase(past, { file })).rejects.toThrow('import into one without a schema');
  });

  it('refuses a file that lacks a row', async () => {
    const file = await changed((lines) => lines.filter((line) => !line.startsWith('[1000,"t999"')));
    await refusesAndStaysEmpty(file, /999 of 1000 rows of transcript/);
  });

  it('refuses a file without its end', async () => {
    await refusesAndStaysEmpty(await changed((lines) => lines.slice(0, -1)), /its end is missing/);
  });

  it('refuses a file that was cut off', async () => {
    const file = await changed((lines) => lines);
    await writeFile(file, (await readFile(file)).subarray(0, -2_000));
    await refusesAndStaysEmpty(file, /is damaged/);
  });

  it('refuses rows that cannot be', async () => {
    const file = await changed((lines) => lines.map((line) => (line.startsWith('["g"') ? '["g"]' : line)));
    await refusesAndStaysEmpty(file, /rows of grants that cannot be/);
  });

  it('refuses the file of a newer release', async () => {
    const file = await changed(([header = '', ...lines]) => [
      header.replace(/"migration":"\d+/, '"migration":"9999'),
      ...lines,
    ]);
    await refusesAndStaysEmpty(file, /newer release/);
  });

  it('refuses what is no export', async () => {
    const file = join(folder, 'other');
    await writeFile(file, 'hello');
    await refusesAndStaysEmpty(file, /is damaged, or not an export/);
    await writeFile(file, gzipSync('{"hello": "world"}\n'));
    await refusesAndStaysEmpty(file, /is not an export/);
    await refusesAndStaysEmpty(join(folder, 'none'), /cannot be read \(ENOENT\)/);
  });
});
