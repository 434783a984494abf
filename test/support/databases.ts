import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/common/index.js';
import type { Database, JobQueue } from '../../src/persistence/index.js';
import { SqliteDatabase } from '../../src/persistence/sqlite/sqlite-database.js';
import { SqliteJobQueue } from '../../src/persistence/sqlite/sqlite-job-queue.js';

/** A real database of one kind, empty at each opening. */
export interface TestDatabase {
  readonly db: Database;
  makeQueue(clock: Clock): JobQueue;
  close(): Promise<void>;
}

async function openSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-medium-'));
  const db = await SqliteDatabase.open(join(folder, 'gatehouse.db'));
  return {
    db,
    makeQueue: (clock) => new SqliteJobQueue(db, clock, true),
    close: async () => {
      await db.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Every database the product runs on; medium tests run on each, with the same files. */
export const DATABASES: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['SQLite', openSqlite],
];
