export { checkDatabase, type DatabaseCheck } from './check-database.js';
export { exportDatabase, type ExportOptions } from './export-database.js';
export { importDatabase } from './import-database.js';
export { migrateDatabase, type MigrationSummary } from './migrate-database.js';
export { TransferError } from './transfer.error.js';
export type { TransferOptions, TransferProgress, TransferSummary } from './transfer-progress.js';
