import { type Kysely, sql } from 'kysely';
import { currentMigration, latestMigration } from '../migrations/index.js';
import { type Database, tryToWrite } from './database.js';

const TRIES = 3;

/** How long the database takes, ms. */
export interface DatabaseTimes {
  /** For the smallest read. */
  readonly readMs: number;
  /** For the smallest write, until it is on disk. */
  readonly writeMs: number;
}

/**
 * Measures the database as a message finds it: the best of a few tries, because others use the disk too.
 * @throws DatabaseUnavailableError
 */
export async function databaseTimes(db: Database): Promise<DatabaseTimes> {
  const best = { readMs: Infinity, writeMs: Infinity };
  for (let n = 0; n < TRIES; n++) {
    best.readMs = Math.min(
      best.readMs,
      await msOf(() => db.on().selectFrom('leases').select('name').limit(1).execute()),
    );
    best.writeMs = Math.min(best.writeMs, await msOf(() => tryToWrite(db, 'doctor')));
  }
  return best;
}

/** The time by the database's own clock, epoch ms; undefined for a file, which has none. @throws DatabaseUnavailableError */
export async function databaseTime(db: Database): Promise<number | undefined> {
  if (db.dialect === 'sqlite') return undefined;
  const asked = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  return (await asked.execute(db.on())).rows[0]?.ms;
}

/** The newest migrations of the database and of this release; undefined for a database without a schema. */
export interface SchemaState {
  readonly applied: string | undefined;
  readonly expected: string;
}

/** @throws DatabaseUnavailableError */
export async function schemaState(db: Database): Promise<SchemaState> {
  const applied = await currentMigration(db.on() as Kysely<unknown>);
  return { applied, expected: latestMigration() };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
