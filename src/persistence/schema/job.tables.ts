import type { Generated } from 'kysely';

/** A waiting job; the lowest id of a lane is its head. */
interface JobsTable {
  id: Generated<number>;
  kind: string;
  key: string;
  /** JSON object. */
  payload: string;
  attempts: number;
  last_error: string | null;
  /** The attempts in a row that ended with the process, by an error that nothing caught (ADR 0129). */
  crashes: Generated<number>;
  created_at: number;
  /** On SQLite, in the head of a lane, the columns of {@link JobLanesTable}; `visible_at` is null in jobs behind it. */
  visible_at: number | null;
  owner: string | null;
  epoch: Generated<number>;
}

/**
 * On PostgreSQL: one row per (kind, key) that has jobs. Lanes are claimed as a whole, which keeps the order per key. The
 * row is a lock that others wait for; SQLite has one writer and needs none.
 */
interface JobLanesTable {
  kind: string;
  key: string;
  /** The time from which it may be claimed: now, the end of a back-off, or the end of the lease. */
  visible_at: number;
  owner: string | null;
  /** Incremented by each claim; a worker with an older epoch has lost the lane. */
  epoch: number;
}

interface DeadJobsTable {
  id: number;
  kind: string;
  key: string;
  payload: string;
  attempts: number;
  last_error: string | null;
  /** A {@link BurialReason}; null in rows of older releases, where it was `internal`. */
  reason: string | null;
  created_at: number;
  died_at: number;
}

/** One row per process that runs jobs of a shared database. */
interface WorkerHeartbeatsTable {
  owner: string;
  /** An empty JSON array: the release before 0.3 named its graphile-worker pools here. */
  pools: string;
  /** Incremented every few seconds; other processes watch it with their own clock. */
  beats: number;
  /** The last beat by the clock of the database, epoch ms; the release before wrote its owner's time. */
  seen_at: number;
}

/** Leases, each held by one replica at a time. */
interface LeasesTable {
  name: string;
  owner: string;
  /** By the clock of the database, epoch ms. */
  expires_at: number;
}

/** One row: the record of backups that the replicas' schedule made, as in `last-backup.json`. */
interface BackupNotesTable {
  id: string;
  /** JSON object. */
  note: string;
}

/** Jobs, their lanes, and what the processes that run them share. */
export interface JobTables {
  jobs: JobsTable;
  job_lanes: JobLanesTable;
  dead_jobs: DeadJobsTable;
  worker_heartbeats: WorkerHeartbeatsTable;
  leases: LeasesTable;
  backup_notes: BackupNotesTable;
}
