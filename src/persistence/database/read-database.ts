import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Environment } from '../../config/index.js';
import type { Schema } from '../schema/schema.js';
import { isInUse } from '../sqlite/instance-lock.js';
import { openSource } from '../transfer/snapshot.js';

/**
 * Reads a snapshot of the configured database, of any schema; a gateway may be running.
 * @returns undefined where there is no database yet
 * @throws DatabaseUnavailableError
 */
export async function readDatabase<T>(
  environment: Environment,
  read: (db: Kysely<Schema>) => Promise<T>,
): Promise<T | undefined> {
  const { databaseUrl, stateDir } = environment;
  if (databaseUrl === undefined && !existsSync(join(stateDir, 'gatehouse.db'))) return undefined;
  const source = await openSource(environment, 'files');
  try {
    return await read(source.db);
  } finally {
    await source.close();
  }
}

/**
 * Whether a gateway has the configured database open: on SQLite by its lock, on PostgreSQL by its connections, from
 * whichever machine.
 */
export async function isServed({ databaseUrl, stateDir }: Environment): Promise<boolean> {
  if (databaseUrl === undefined) return isInUse(join(stateDir, 'gatehouse.db.lock'));
  const { PostgresSource, hasGateway } = await import('../transfer/ends/postgres-ends.js');
  const source = await PostgresSource.open(databaseUrl);
  try {
    return await hasGateway(source.db);
  } finally {
    await source.close();
  }
}
