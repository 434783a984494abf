export type { BackupProgress, BackupSummary } from './contents/contents.js';
export { BackupModule } from './schedule/backup.module.js';
export { nextBackupAt } from './schedule/backup-rounds.js';

/** Code that only those who make or read a backup need. */
export const backupCode = () => import('./backups.js');
