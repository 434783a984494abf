import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Environment } from '../../config/index.js';
import { DamagedDatabaseError, namingDamage } from './damaged-database.error.js';
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

export interface DatabaseCheck {
  readonly dialect: 'sqlite' | 'postgres';
  /** The damage, in words for the operator; empty = no damage found. */
  readonly problems: readonly string[];
}

/** The maximum number of reported problems. */
const MOST_PROBLEMS = 20;

/**
 * Checks the configured database for damage without changing it; PostgreSQL checks its own. The write-ahead log of a
 * running gateway, which is being written, is not checked.
 * @throws DatabaseUnavailableError
 */
export async function checkDatabase({ databaseUrl, stateDir }: Environment): Promise<DatabaseCheck> {
  if (databaseUrl === undefined)
    return { dialect: 'sqlite', problems: await checkFile(join(stateDir, 'gatehouse.db')) };
  const { awaitPostgres } = await import('../postgres/await-postgres.js');
  await awaitPostgres(databaseUrl, { forMs: 0 });
  return { dialect: 'postgres', problems: [] };
}

async function checkFile(file: string): Promise<string[]> {
  if (!existsSync(file)) return [`the database ${file} does not exist`];
  const damage = await logDamage(file);
  if (damage !== undefined) return [damage];
  const { default: SqliteHandle } = await import('better-sqlite3');
  const handle = new SqliteHandle(file, { fileMustExist: true, timeout: 5_000 });
  try {
    handle.pragma('query_only = ON');
    const found = handle.pragma(`integrity_check(${MOST_PROBLEMS})`) as { integrity_check: string }[];
    return found.map(({ integrity_check }) => integrity_check).filter((each) => each !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    handle.close();
  }
}

/** Damage of the log, in words: opening the file would apply the log as far as it is intact, and drop the rest. */
async function logDamage(file: string): Promise<string | undefined> {
  const [{ isInUse }, { walDamage, damageText }] = await Promise.all([
    import('../sqlite/instance-lock.js'),
    import('../sqlite/write-ahead-log.js'),
  ]);
  const damage = isInUse(`${file}.lock`) ? undefined : walDamage(`${file}-wal`);
  return damage && damageText(damage);
}

/** Shorter than an operator waits for the doctor. */
const CONNECT_MS = 3_000;

/**
 * The newest migrations of the configured database and of this release. A gateway may be running; the intact log of a
 * killed one is brought into the file, as its next start would do.
 * @returns undefined before the first start of an embedded database
 * @throws DamagedDatabaseError, DatabaseUnavailableError; ConfigInvalidError when the server refuses access
 */
export async function storedSchema(environment: Environment): Promise<SchemaState | undefined> {
  const { databaseUrl, stateDir } = environment;
  const file = join(stateDir, 'gatehouse.db');
  if (databaseUrl !== undefined) {
    const { awaitPostgres } = await import('../postgres/await-postgres.js');
    await awaitPostgres(databaseUrl, { forMs: 0, connectMs: CONNECT_MS });
    return schemaIn(environment);
  }
  if (!existsSync(file)) return undefined;
  const damage = await logDamage(file);
  if (damage !== undefined) throw new DamagedDatabaseError(file, damage);
  return schemaIn(environment).catch((error: unknown) => {
    throw namingDamage(file, error);
  });
}

async function schemaIn(environment: Environment): Promise<SchemaState> {
  const [{ openSource }, { currentMigration, latestMigration }] = await Promise.all([
    import('../transfer/snapshot.js'),
    import('../migrations/index.js'),
  ]);
  const source = await openSource(environment, 'rows');
  try {
    const applied = await currentMigration(source.db as Kysely<unknown>);
    return { applied, expected: latestMigration() };
  } finally {
    await source.close();
  }
}
