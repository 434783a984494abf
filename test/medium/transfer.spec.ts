import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { SystemClock } from '../../src/common/index.js';
import { DONE, importDatabase, migrateDatabase } from '../../src/persistence/index.js';
import { openBlobs } from '../../src/persistence/open.js';
import { eventually } from '../support/eventually.js';
import { requestOf } from '../support/event-rows.js';
import { contents, fill, transferWorld } from '../support/transfer-world.js';

/** Rows of their own on PostgreSQL only. */
const LANES = 3;

const { place, exported, open, queueOf } = transferWorld();

describe.each([
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
  ['SQLite', 'SQLite'],
  ['PostgreSQL', 'PostgreSQL'],
])('a transfer from %s to %s', (from, to) => {
  it('moves every row, continues the numbers, and runs all jobs', async () => {
    const [source, target] = [await place(from), await place(to)];
    await fill(source);
    const summary = await importDatabase(target, { file: await exported(source) });
    const before = await contents(source);
    expect(await contents(target)).toEqual(before);
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true);
    expect(summary.rows).toBe(Object.values(before).flat().length + (from === 'PostgreSQL' ? LANES : 0));

    const db = await open(target);
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
    const request = db.transaction((tx) =>
      db
        .on(tx)
        .insertInto('pairing_requests')
        .values(requestOf('new', 1))
        .returning('seq')
        .executeTakeFirstOrThrow(),
    );
    expect((await request).seq).toBe(2);

    const done: string[] = [];
    const queue = await queueOf(db);
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
  });
});

it.each(['SQLite', 'PostgreSQL'])('a transfer moves the files beside a SQLite file to %s', async (to) => {
  const [source, target] = [await place('SQLite'), await place(to)];
  await migrateDatabase(source);
  const bytes = randomBytes(1_300_000);
  const [db, clock] = [await open(source), new SystemClock()];
  const blobs = await openBlobs(db, clock);
  async function* chunks() {
    yield bytes;
  }
  const row = { id: 'ab12', mime_type: 'text/plain', bytes: bytes.length, used_at: 1 };
  await blobs.commitStaged(await blobs.stage(chunks()), row.id, (tx) =>
    db.on(tx).insertInto('media').values(row).execute(),
  );
  await importDatabase(target, { file: await exported(source) });
  const there = await openBlobs(await open(target), clock);
  expect(bytes.equals(await buffer(there.read(row.id)))).toBe(true);
  const part = await buffer(there.read(row.id, { from: 524_000, to: 600_000 }));
  expect(bytes.subarray(524_000, 600_000).equals(part)).toBe(true);
});

it('a transfer replaces NUL in text, which PostgreSQL cannot hold', async () => {
  const [source, target] = [await place('SQLite'), await place('PostgreSQL')];
  await migrateDatabase(source);
  const value = { channel: 'c', account: 'a', key: 'k', value: 'a\0b', updated_at: 1 };
  const db = await open(source);
  await db.transaction((tx) => db.on(tx).insertInto('connector_state').values(value).execute());
  await importDatabase(target, { file: await exported(source) });
  expect((await contents(target)).connector_state).toEqual([expect.stringContaining('a\uFFFDb')]);
});
