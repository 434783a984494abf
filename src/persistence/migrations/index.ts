import { Logger } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { NewerDatabaseError } from '../database/newer-database.error.js';
import * as release02 from './release-0.2.js';
import * as release03 from './release-0.3.js';
import { dialectOf } from './statements.js';

/** One for each release, for both dialects, in the order of the names; never changed once released. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0035-answers-of-operators': release02,
  '0058-identities-of-creations': release03,
};

/**
 * Brings the schema up to date, or up to one migration; never back.
 * @returns the names of the applied migrations
 * @throws NewerDatabaseError; the first error of a migration, which leaves the schema unchanged
 */
export async function migrateUp(db: Kysely<unknown>, upTo = latestMigration()): Promise<string[]> {
  const current = await currentMigration(db);
  if (current !== undefined && !isKnown(current)) throw new NewerDatabaseError(current);
  if (current !== undefined && current >= upTo) return [];
  const migrations = current === undefined ? MIGRATIONS : told(current, upTo);
  if (current !== undefined) await forgetSteps(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  return outcomeOf(await inOneTransaction(db, () => migrator.migrateTo(upTo)));
}

/**
 * Takes the schema back to one migration, which stays; what only later releases store is lost.
 * @returns the names of the migrations that were undone, newest first
 * @throws NewerDatabaseError; the first error of a migration, which leaves the schema unchanged
 */
export async function migrateDown(db: Kysely<unknown>, downTo: string): Promise<string[]> {
  const current = await currentMigration(db);
  if (current === undefined || current <= downTo) return [];
  if (!isKnown(current)) throw new NewerDatabaseError(current);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  return outcomeOf(await inOneTransaction(db, () => migrator.migrateTo(downTo)));
}

/** The migrations that were run. @throws the first error of one */
function outcomeOf({ error, results = [] }: MigrationResultSet): string[] {
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('migration failed', { cause: error });
  return results.map(({ migrationName }) => migrationName);
}

/** 0.2.0 applied its schema in steps, each with a name; the last one is that of the release. */
async function forgetSteps(db: Kysely<unknown>): Promise<void> {
  await sql`delete from kysely_migration where name not in (${sql.join(Object.keys(MIGRATIONS))})`.execute(
    db,
  );
}

/** Migrations that report their begin: on many rows one takes long. */
function told(current: string, upTo: string): typeof MIGRATIONS {
  const logger = new Logger('Database');
  const pending = Object.keys(MIGRATIONS).filter((name) => name > current && name <= upTo);
  const tell = (name: string) =>
    logger.log(`migrating, ${pending.indexOf(name) + 1} of ${pending.length}: ${name}`);
  return Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, migration]) => [
      name,
      { ...migration, up: (db: Kysely<unknown>) => (tell(name), migration.up(db)) },
    ]),
  );
}

/**
 * Kysely does so on PostgreSQL; on SQLite it commits each statement separately, so a process that ends early would
 * leave half a schema, with a hundred fsyncs.
 */
async function inOneTransaction(
  db: Kysely<unknown>,
  migrate: () => Promise<MigrationResultSet>,
): Promise<MigrationResultSet> {
  if (dialectOf(db) !== 'sqlite') return migrate();
  await sql`begin`.execute(db);
  const outcome = await migrate();
  await (outcome.error === undefined ? sql`commit` : sql`rollback`).execute(db);
  return outcome;
}

/** Whether a release that this one can take over had the migration as its newest. */
export const isKnown = (migration: string): boolean => migration in MIGRATIONS;

/** The newest migration this release knows. */
export const latestMigration = (): string => Object.keys(MIGRATIONS).sort().at(-1) ?? '';

/** The newest migration applied to the database, whether this release knows it or not; undefined without a schema. */
export async function currentMigration(db: Kysely<unknown>): Promise<string | undefined> {
  if (!(await hasMigrations(db))) return undefined;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows
    .map(({ name }) => name)
    .sort()
    .at(-1);
}

async function hasMigrations(db: Kysely<unknown>): Promise<boolean> {
  const found =
    dialectOf(db) === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`;
  return (await found.execute(db)).rows.length > 0;
}
