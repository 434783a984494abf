import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, Finding } from '../../common/index.js';
import { ownerTokenFile } from '../../config/index.js';
import { lastBackup, type LastBackup } from '../../persistence/index.js';
import { faultFound, ok } from '../faults.js';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/** The last export that was read back whole. @param now epoch ms */
export const backupCheck = (stateDir: string, isEmbedded: boolean, now: () => number): Check => ({
  id: 'backup',
  async run() {
    const last = await lastBackup(stateDir);
    if (last) return [lastFinding(last, now())];
    // A server of its own has other means, which cannot be seen from here.
    if (!isEmbedded) return [ok('PostgreSQL: its backups are not seen from here')];
    const age = now() - (await bornAt(stateDir));
    if (age < WEEK_MS) return [ok('this gateway is younger than a week')];
    return [
      faultFound('backup-old', `no backup of this gateway is known here, which is ${daysText(age)} old`),
    ];
  },
});

function lastFinding({ at, file }: LastBackup, now: number): Finding {
  const age = now - Date.parse(at);
  const message = `the last backup is ${daysText(age)} old: ${file}`;
  return age < WEEK_MS ? ok(message) : faultFound('backup-old', message);
}

const daysText = (ms: number): string => `${Math.floor(ms / DAY_MS)} days`;

/**
 * Since when there is something to back up. The owner's token is made at the first start and hardly ever changes; the
 * database file keeps the time at which it was made.
 */
async function bornAt(stateDir: string): Promise<number> {
  for (const file of [ownerTokenFile(stateDir), join(stateDir, 'gatehouse.db'), stateDir]) {
    const found = await stat(file).catch(() => undefined);
    // Some file systems do not know it.
    if (found) return Math.min(found.birthtimeMs || found.mtimeMs, found.mtimeMs);
  }
  return Infinity;
}
