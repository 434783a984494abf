export { BackupError } from './backup.error.js';
export type { BackupProgress, BackupSummary } from './contents/contents.js';
export { backupName, createBackup, type CreatedBackup } from './create-backup.js';
export { restoreBackup } from './restore-backup.js';
export { verifyBackup } from './verify-backup.js';
