import type { Generated } from 'kysely';

/** One job waiting; the lowest id of a lane is its head. */
interface JobsTable {
  id: Generated<number>;
  kind: string;
  key: string;
  /** JSON object. */
  payload: string;
  attempts: number;
  last_error: string | null;
  created_at: number;
}

/** One row per (kind, key) that has jobs: the unit that is claimed, so that order per key is free. */
interface JobLanesTable {
  kind: string;
  key: string;
  /** When it may be claimed: now, the end of a back-off, or the end of the lease. */
  visible_at: number;
  owner: string | null;
  /** Grows at each claim; a worker with an older one has lost the lane. */
  epoch: number;
}

interface DeadJobsTable {
  id: number;
  kind: string;
  key: string;
  payload: string;
  attempts: number;
  last_error: string | null;
  created_at: number;
  died_at: number;
}

/** One row per process that works on jobs of a shared database. */
interface WorkerHeartbeatsTable {
  owner: string;
  /** Its graphile-worker pools: JSON array of ids, as they stand in `locked_by`. */
  pools: string;
  /** Grows every few seconds; others watch it with their own clock. */
  beats: number;
  /** By the owner's clock, epoch ms; for people. */
  seen_at: number;
}

/** Offices that one replica holds at a time. */
interface LeasesTable {
  name: string;
  owner: string;
  /** By the clock of the database, epoch ms. */
  expires_at: number;
}

/** Jobs, the lanes they wait in, and the processes that do them. */
export interface JobTables {
  jobs: JobsTable;
  job_lanes: JobLanesTable;
  dead_jobs: DeadJobsTable;
  worker_heartbeats: WorkerHeartbeatsTable;
  leases: LeasesTable;
}
