import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { migrateUp } from '../migrations/index.js';
import { BinaryTextPlugin } from './binary-text.plugin.js';
import { graphileLogger } from './graphile-logger.js';
import { guardedPool, kyselyPool } from './guarded-client.js';
import { openMigrationPool } from './pools.js';

/** An arbitrary number, the same in every release: the holder of this lock migrates. */
const MIGRATION_LOCK = 4_728_164_901;

/**
 * Our schema and graphile-worker's, one replica at a time; the others wait and find it done.
 * @param upTo our last migration to apply; undefined = all
 * @returns the names of our migrations that were applied
 */
export async function migratePostgres(url: string, upTo?: string): Promise<string[]> {
  const pool = openMigrationPool(url);
  try {
    return await alone(pool, async () => {
      const applied = await migrateUp(migrationsOn(pool), upTo);
      await runMigrations({ pgPool: pool, logger: graphileLogger });
      return applied;
    });
  } finally {
    await pool.end();
  }
}

/** The lock belongs to one connection, and is released when the process dies. */
async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const holder = await guardedPool(pool).connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    holder.release(true);
  }
}

function migrationsOn(pool: pg.Pool): Kysely<unknown> {
  return new Kysely({
    dialect: new PostgresDialect({ pool: kyselyPool(pool) }),
    plugins: [new BinaryTextPlugin()],
  });
}
