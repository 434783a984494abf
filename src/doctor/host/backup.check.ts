import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, Finding } from '../../common/index.js';
import { ownerTokenFile } from '../../config/index.js';
import { lastBackup, type LastBackup } from '../../persistence/index.js';
import { faultFound, ok } from '../faults.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_HOURS = 7 * 24;

/** The gateway whose backups are looked for. */
export interface BackedUp {
  readonly stateDir: string;
  readonly isEmbedded: boolean;
  /** As in `alerts`; a week when left out. */
  readonly backupAgeHours?: number | undefined;
}

/** The last export that was read back whole. @param now epoch ms */
export const backupCheck = (
  { stateDir, isEmbedded, backupAgeHours }: BackedUp,
  now: () => number,
): Check => ({
  id: 'backup',
  async run() {
    const mostMs = (backupAgeHours ?? WEEK_HOURS) * HOUR_MS;
    const last = await lastBackup(stateDir);
    if (last) return [lastFinding(last, now(), mostMs)];
    // A server of its own has other means, which cannot be seen from here: unless a setting says that they can.
    if (!isEmbedded && backupAgeHours === undefined)
      return [ok('PostgreSQL: its backups are not seen from here')];
    const age = now() - (await bornAt(stateDir));
    if (age < mostMs) return [ok(`this gateway is younger than ${ageText(mostMs)}`)];
    return [
      faultFound('backup-old', `no backup of this gateway is known here, which is ${ageText(age)} old`),
    ];
  },
});

function lastFinding({ at, file }: LastBackup, now: number, mostMs: number): Finding {
  const age = now - Date.parse(at);
  const message = `the last backup is ${ageText(age)} old: ${file}`;
  return age < mostMs ? ok(message) : faultFound('backup-old', message);
}

const ageText = (ms: number): string =>
  ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} hours` : `${Math.floor(ms / DAY_MS)} days`;

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
