import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, Finding } from '../../common/index.js';
import { BACKUP, type Environment, type GatehouseConfig, ownerTokenFile } from '../../config/index.js';
import { type LastBackup, readNote } from '../../persistence/index.js';
import { faultFound, ok } from '../faults.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** The last backup or export that was read back whole, and those that the gateway could not make by itself. @param now epoch ms */
export const backupCheck = (
  environment: Pick<Environment, 'stateDir' | 'databaseUrl'>,
  config: GatehouseConfig | undefined,
  now: () => number,
): Check => ({
  id: 'backup',
  async run() {
    const { last, failure } = readNote(environment);
    const everyHours = config?.get(BACKUP).everyHours;
    if (failure && everyHours !== undefined)
      return [faultFound('backup-failing', noBackupText(failure.reason))];
    if (last)
      return [lastFinding(last, now(), everyHours === undefined ? WEEK_MS : 2 * everyHours * HOUR_MS)];
    // A server of its own has other means, which cannot be seen from here.
    if (environment.databaseUrl !== undefined) return [ok('PostgreSQL: its backups are not seen from here')];
    const age = now() - (await bornAt(environment.stateDir));
    if (age < WEEK_MS) return [ok('this gateway is younger than a week')];
    return [
      faultFound('backup-old', `no backup of this gateway is known here, which is ${ageText(age)} old`),
    ];
  },
});

export const noBackupText = (reason: string | null): string =>
  `no backup was made: ${reason ?? 'no reason given'}`;

function lastFinding({ at, file }: LastBackup, now: number, mostMs: number): Finding {
  const age = now - Date.parse(at);
  const message = `the last backup is ${ageText(age)} old: ${file}`;
  return age < mostMs ? ok(message) : faultFound('backup-old', message);
}

function ageText(ms: number): string {
  if (ms < HOUR_MS) return 'less than an hour';
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} days`;
}

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
