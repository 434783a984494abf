import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as initial from './0001-initial.js';
import * as workerHeartbeats from './0002-worker-heartbeats.js';
import * as retentionIndices from './0003-retention-indices.js';
import * as leases from './0004-leases.js';

/** One set for both dialects, in the order of the names; never changed once released. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-worker-heartbeats': workerHeartbeats,
  '0003-retention-indices': retentionIndices,
  '0004-leases': leases,
};

/** Brings the schema up to date. @throws the first error, leaving the migrations before it applied. */
export async function migrateToLatest(db: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('migration failed', { cause: error });
}
