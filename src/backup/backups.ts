export { BackupError } from './backup.error.js';
export { backupName } from './backup-name.js';
export { createBackup, type CreatedBackup } from './create-backup.js';
export { restoreBackup } from './restore-backup.js';
export { verifyBackup } from './verify-backup.js';
