import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/common/index.js';
import type { Database, JobQueue } from '../../src/persistence/index.js';
import { GraphileJobQueue } from '../../src/persistence/postgres/jobs/graphile-job-queue.js';
import { GraphileLaneRepository } from '../../src/persistence/postgres/jobs/graphile-lane.repository.js';
import { PostgresDatabase } from '../../src/persistence/postgres/postgres-database.js';
import { SqliteDatabase } from '../../src/persistence/sqlite/sqlite-database.js';
import { SqliteJobQueue } from '../../src/persistence/sqlite/sqlite-job-queue.js';
import { borrowDatabase } from './postgres-databases.js';

/**
 * The table with the `visible_at`, `owner` and `epoch` of each lane: on SQLite that of the jobs, whose later ones have no
 * `visible_at`.
 */
export const lanesOf = (db: Database): 'job_lanes' =>
  (db.dialect === 'sqlite' ? 'jobs' : 'job_lanes') as 'job_lanes';

/** A real database of one kind, empty at each opening. */
export interface TestDatabase {
  readonly db: Database;
  /** @param on replaces `db`, for instance with one that records */
  makeQueue(clock: Clock, on?: Database): JobQueue;
  /** Treats each worker as dead: its leases of a kind become free, and it cannot renew one. */
  loseLeases(kind: string): Promise<void>;
  close(): Promise<void>;
}

function testFolder(): string {
  const folder = process.env.GATEHOUSE_TEST_FOLDER;
  if (folder === undefined) throw new Error('no folder: test/jest/global-sqlite.mjs has not run');
  return folder;
}

/** One per run: creating the schema takes ten times as long as the rest of most tests. */
async function migratedFile(): Promise<string> {
  const template = join(testFolder(), 'template.db');
  if (existsSync(template)) return template;
  const own = `${template}.${process.pid}`;
  await (await SqliteDatabase.open(own)).close();
  // Another worker may have created the same file meanwhile.
  await rename(own, template);
  return template;
}

/** For what concerns SQLite only; else `DATABASES`. */
export async function openSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-medium-'));
  const file = join(folder, 'gatehouse.db');
  await copyFile(await migratedFile(), file);
  const db = await SqliteDatabase.open(file);
  return {
    db,
    makeQueue: (clock, on = db) => new SqliteJobQueue(on, clock, true),
    loseLeases: async (kind) => {
      await db
        .on()
        .updateTable('jobs')
        .set((eb) => ({ owner: null, visible_at: 0, epoch: eb('epoch', '+', 1) }))
        .where('kind', '=', kind)
        .where('visible_at', 'is not', null)
        .execute();
    },
    close: async () => {
      await db.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openPostgres(): Promise<TestDatabase> {
  const { url, release } = await borrowDatabase();
  const db = await PostgresDatabase.open(url);
  return {
    db,
    makeQueue: (clock, on = db) => new GraphileJobQueue(on as PostgresDatabase, clock),
    loseLeases: async (kind) => {
      const fencing = db
        .on()
        .updateTable('job_lanes')
        .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
        .where('kind', '=', kind)
        .where('owner', 'is not', null)
        .returningAll();
      for (const { owner, ...lane } of await fencing.execute())
        await db.transaction((tx) => new GraphileLaneRepository(db, owner!).release(tx, lane));
    },
    close: async () => {
      await db.close();
      await release();
    },
  };
}

const ALL: readonly (readonly [string, () => Promise<TestDatabase>])[] = [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
];
/** The names of those of this run (test/jest/runs.ts). */
const { gatehouseDatabases: named } = globalThis as { readonly gatehouseDatabases?: readonly string[] };

/** Every database the product supports; medium tests run on each, with the same files. */
export const DATABASES = ALL.filter(([name]) => named?.includes(name) ?? true);
