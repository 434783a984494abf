import { join } from 'node:path';
import type { Clock } from '../common/index.js';
import type { Environment } from '../config/index.js';
import type { Blobs } from './blobs/blobs.js';
import { namingDamage } from './database/damaged-database.error.js';
import type { Database } from './database/database.js';
import type { JobQueue } from './jobs/job-queue.js';
import type { Leadership } from './leadership/leadership.js';

/*
 * Selects the database. Each dialect is loaded when it is chosen: an embedded start does not load PostgreSQL's client
 * and graphile-worker.
 */

/** How long the start waits for an unavailable server, ms. */
const START_PATIENCE_MS = 60_000;

/**
 * Waits for the server of `DATABASE_URL`; an embedded database is always available.
 * @throws as awaitPostgres
 */
export async function awaitDatabase({ databaseUrl }: Environment, signal?: AbortSignal): Promise<void> {
  if (databaseUrl === undefined) return;
  const { awaitPostgres } = await import('./postgres/await-postgres.js');
  await awaitPostgres(databaseUrl, { forMs: START_PATIENCE_MS, ...(signal && { signal }) });
}

/**
 * Opens `DATABASE_URL`, or the file in the state dir, and migrates it.
 * @throws DatabaseUnavailableError, InstanceLockedError, DamagedDatabaseError
 */
export async function openDatabase({ databaseUrl, stateDir }: Environment): Promise<Database> {
  if (databaseUrl === undefined) {
    const { SqliteDatabase } = await import('./sqlite/sqlite-database.js');
    return SqliteDatabase.open(databaseFile(stateDir));
  }
  const { PostgresDatabase } = await import('./postgres/postgres-database.js');
  return PostgresDatabase.open(databaseUrl);
}

const databaseFile = (stateDir: string): string => join(stateDir, 'gatehouse.db');

/** The reason of a failed start: a DamagedDatabaseError where SQLite reports damage, which it does without its file. */
export const startFailure = (error: unknown, { stateDir }: Environment): unknown =>
  namingDamage(databaseFile(stateDir), error);

/** The job queue that belongs to a database. */
export async function openJobQueue(db: Database, clock: Clock): Promise<JobQueue> {
  if (db.dialect === 'sqlite') {
    const { SqliteJobQueue } = await import('./sqlite/sqlite-job-queue.js');
    return new SqliteJobQueue(db, clock);
  }
  const [{ PostgresDatabase }, { GraphileJobQueue }] = await Promise.all([
    import('./postgres/postgres-database.js'),
    import('./postgres/jobs/graphile-job-queue.js'),
  ]);
  if (!(db instanceof PostgresDatabase)) throw new Error('a job queue on graphile-worker needs PostgreSQL');
  return new GraphileJobQueue(db, clock);
}

/** Decides which replica does work that only one should do. */
export async function openLeadership(db: Database): Promise<Leadership> {
  if (db.dialect === 'sqlite') {
    const { SoleLeadership } = await import('./leadership/leadership.js');
    return new SoleLeadership();
  }
  const { LeaseLeadership } = await import('./leadership/lease-leadership.js');
  return new LeaseLeadership(db);
}

/** The store for the bytes of files: below the state dir, or in the database where replicas share one (ADR 0037). */
export async function openBlobs(db: Database, clock: Clock): Promise<Blobs> {
  const { DatabaseBlobs } = await import('./blobs/database-blobs.js');
  const rows = new DatabaseBlobs(db, clock);
  if (db.dialect !== 'sqlite') return rows;
  const [{ SqliteDatabase }, { FileBlobs }, { mediaFolderOf }] = await Promise.all([
    import('./sqlite/sqlite-database.js'),
    import('./blobs/file-blobs.js'),
    import('./blobs/media-folder.js'),
  ]);
  if (!(db instanceof SqliteDatabase))
    throw new Error('files next to the database need a database that is a file');
  return new FileBlobs(db, mediaFolderOf(db.file), rows);
}
