import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { timeLimit } from '../../simulators/common/time-limit.js';
import { DatabaseUnavailableError } from '../../src/persistence/index.js';
import { SqliteDatabase } from '../../src/persistence/sqlite/sqlite-database.js';

describe('the embedded database beside another program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lock-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const insert = (db: SqliteDatabase, key: string) =>
    db.transaction((tx) =>
      db
        .on(tx)
        .insertInto('connector_state')
        .values({ channel: 'c', account: 'a', key, value: key, updated_at: 1 })
        .execute(),
    );

  it('keeps the event loop running while it waits for a foreign lock, and then writes', async () => {
    const file = join(folder, 'locked.db');
    const db = await SqliteDatabase.open(file);
    const foreign = new SqliteHandle(file);
    foreign.exec('begin immediate');
    const written = insert(db, 'a');
    let turns = 0;
    const longest = { ms: 0 };
    for (let last = performance.now(); turns < 20; turns++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      longest.ms = Math.max(longest.ms, performance.now() - last);
      last = performance.now();
    }
    expect(longest.ms).toBeLessThan(timeLimit(1_500));
    foreign.exec('rollback');
    await written;
    foreign.close();
    await db.close();
  });

  it('refuses a transaction after it was closed', async () => {
    const db = await SqliteDatabase.open(join(folder, 'closed.db'));
    await db.close();
    await expect(insert(db, 'late')).rejects.toThrow(DatabaseUnavailableError);
  }, 3_000);

  it('overwrites deleted text in the file', async () => {
    const file = join(folder, 'secure.db');
    const db = await SqliteDatabase.open(file);
    const words = 'words of a stranger that nobody keeps';
    await insert(db, words);
    await db.transaction((tx) => db.on(tx).deleteFrom('connector_state').execute());
    await db.close();
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(file).includes(words)).toBe(false);
  });
});
