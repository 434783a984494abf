import type { BackupNote } from '../../persistence/index.js';

const HOUR_MS = 60 * 60_000;

/**
 * When the gateway makes its next backup, whenever it was started. After a failure it waits for an hour, or for as long
 * as between two backups.
 * @returns epoch ms; 0 = at once
 */
export function nextBackupAt({ last, failure }: BackupNote, everyHours: number): number {
  const everyMs = everyHours * HOUR_MS;
  const due = last ? Date.parse(last.at) + everyMs : 0;
  const again = failure ? Date.parse(failure.at) + Math.min(everyMs, HOUR_MS) : 0;
  return Math.max(due, again);
}
