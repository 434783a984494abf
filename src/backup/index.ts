export type { BackupProgress, BackupSummary } from './contents/contents.js';
export { BackupModule } from './schedule/backup.module.js';
export { nextBackupAt } from './schedule/next-backup.js';

/** Code that only those who make or read a backup need. */
export const backupCode = () => import('./backups.js');
