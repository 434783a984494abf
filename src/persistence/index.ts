export { claimKey } from './database/claim-key.js';
export { BlobMissingError, Blobs, type ByteRange } from './blobs/blobs.js';
export { mediaFile, mediaFolderOf } from './blobs/media-folder.js';
export { Database, isOrphan, isTakenKey, type TransactionOptions, type Tx } from './database/database.js';
export {
  type DatabaseTimes,
  databaseTime,
  databaseTimes,
  type SchemaState,
  schemaState,
} from './database/check-database.js';
export { checkDatabase, type DatabaseCheck, storedSchema } from './database/check-database.js';
export { DamagedDatabaseError } from './database/damaged-database.error.js';
export { DatabaseUnavailableError } from './database/database-unavailable.error.js';
export { JOB_KINDS, type JobKind } from './jobs/job-kinds.js';
export { HandlesJobs } from './jobs/job-handlers.js';
export {
  type BurialReason,
  type ClaimedJob,
  type DeadLetter,
  DONE,
  type JobHandler,
  type JobPayload,
  JobQueue,
  type JobResult,
  type WaitingJob,
  type WaitingLane,
  LeaseLostError,
  type NewJob,
} from './jobs/job-queue.js';
export { isAlone } from './jobs/lanes/lane.repository.js';
export { type Candidacy, Leadership } from './leadership/leadership.js';
export { awaitDatabase, openDatabase, startFailure } from './open.js';
export { isKnown as isKnownMigration, latestMigration } from './migrations/index.js';
export { PersistenceModule } from './persistence.module.js';
export { deleteOldest } from './retention/delete-oldest.js';
export { pick, prepared, preparedRows } from './database/prepared.js';
export { type DeletesOld, KeptFor } from './retention/kept-for.js';
export { InstanceLockedError, lockState, type LockState } from './sqlite/instance-lock.js';
export {
  ERASED,
  ERASED_CONTENT,
  ERASING_STAGES,
  type IdLead,
  type Lead,
  type Leads,
  type Naming,
  PERSONAL_TABLES,
  type PersonalTable,
} from './schema/personal.js';
export type { Row, Schema } from './schema/schema.js';
export { exportDatabase, type ExportOptions, type ExportSummary } from './transfer/export-database.js';
export {
  type BackupFailure,
  type BackupNote,
  lastBackup,
  type LastBackup,
  lastBackupFile,
  noteBackup,
  noteIn,
  noteText,
  readNote,
  writeNote,
} from './transfer/backup/last-backup.js';
export { importIntoScratch } from './transfer/backup/scratch-import.js';
export { type TableDigest, TableDigests } from './transfer/backup/table-digests.js';
export { importDatabase } from './transfer/import-database.js';
export { migrateDatabase, type MigrationSummary, revertDatabase } from './transfer/migrate-database.js';
export { isServed, readDatabase } from './database/read-database.js';
export { Snapshot } from './transfer/snapshot.js';
export { TransferError } from './transfer/transfer.error.js';
export type { FileBeside } from './transfer/ends/transfer-ends.js';
export {
  ProgressMeter,
  type TransferOptions,
  type TransferProgress,
  type TransferSummary,
} from './transfer/transfer-progress.js';
export { compressed } from './transfer/transfer-writer.js';
