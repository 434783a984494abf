import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { migrateToLatest } from '../migrations/index.js';
import { BinaryTextPlugin } from './binary-text.plugin.js';
import { graphileLogger } from './graphile-logger.js';
import { guardedPool } from './guarded-pool.js';
import { openMigrationPool } from './pools.js';

/** Any number, the same in every release: who holds it migrates. */
const MIGRATION_LOCK = 4_728_164_901;

/** Our schema and graphile-worker's, one replica at a time; the others wait and find it done. */
export async function migratePostgres(url: string): Promise<void> {
  const pool = openMigrationPool(url);
  try {
    await alone(pool, async () => {
      await migrateToLatest(migrationsOn(pool));
      await runMigrations({ pgPool: pool, logger: graphileLogger });
    });
  } finally {
    await pool.end();
  }
}

/** The lock belongs to one connection, and goes with it when the process dies. */
async function alone(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const holder = await guardedPool(pool).connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await work();
  } finally {
    holder.release(true);
  }
}

function migrationsOn(pool: pg.Pool): Kysely<unknown> {
  return new Kysely({
    dialect: new PostgresDialect({ pool: guardedPool(pool) }),
    plugins: [new BinaryTextPlugin()],
  });
}
