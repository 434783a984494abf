import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { ensureStateDir, type Environment } from '../../config/index.js';
import { namingDamage } from '../database/damaged-database.error.js';
import { latestMigration, migrateDown, migrateUp } from '../migrations/index.js';

export interface MigrationSummary {
  readonly dialect: 'sqlite' | 'postgres';
  /** The applied migrations in order; empty when the schema was up to date. */
  readonly applied: readonly string[];
  /** The newest migration of the schema now. */
  readonly migration: string;
}

/**
 * Brings the schema of the configured database up to date.
 * @throws InstanceLockedError, DatabaseUnavailableError, DamagedDatabaseError
 */
export async function migrateDatabase(environment: Environment): Promise<MigrationSummary> {
  const migration = latestMigration();
  if (environment.databaseUrl === undefined) {
    ensureStateDir(environment);
    const applied = await onFile(join(environment.stateDir, 'gatehouse.db'), (db) => migrateUp(db));
    return { dialect: 'sqlite', applied, migration };
  }
  const { migratePostgres } = await import('../postgres/migrate-postgres.js');
  return { dialect: 'postgres', applied: await migratePostgres(environment.databaseUrl), migration };
}

export interface ReversionSummary {
  readonly dialect: 'sqlite' | 'postgres';
  /** The undone migrations, newest first; empty when the schema was that old already. */
  readonly undone: readonly string[];
}

/**
 * Takes the schema of the configured database back to that of an earlier release, which ends with a known migration.
 * No gateway may use it.
 * @throws InstanceLockedError, DatabaseUnavailableError, DamagedDatabaseError, NewerDatabaseError
 */
export async function revertDatabase(environment: Environment, downTo: string): Promise<ReversionSummary> {
  if (environment.databaseUrl === undefined) {
    const file = join(environment.stateDir, 'gatehouse.db');
    return { dialect: 'sqlite', undone: await onFile(file, (db) => migrateDown(db, downTo)) };
  }
  const { revertPostgres } = await import('../postgres/migrate-postgres.js');
  return { dialect: 'postgres', undone: await revertPostgres(environment.databaseUrl, downTo) };
}

async function onFile(file: string, migrate: (db: Kysely<unknown>) => Promise<string[]>): Promise<string[]> {
  const [{ openOwned }, { kyselyOn }] = await Promise.all([
    import('../sqlite/owned-file.js'),
    import('../sqlite/open-file.js'),
  ]);
  const { handle, lock } = openOwned(file);
  try {
    const db = kyselyOn(handle);
    return await migrate(db as Kysely<unknown>).finally(() => db.destroy());
  } catch (error) {
    throw namingDamage(file, error);
  } finally {
    lock.release();
  }
}
