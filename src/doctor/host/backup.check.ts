import { readFile, stat } from 'node:fs/promises';
import type { Check, Finding } from '../../common/index.js';
import { ownerTokenFile } from '../../config/index.js';
import { lastBackupFile, type LastBackup } from '../../persistence/index.js';
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
    return [faultFound('backup-old', `there is no backup of this gateway, ${daysText(age)} old`)];
  },
});

function lastFinding({ at, file }: LastBackup, now: number): Finding {
  const age = now - Date.parse(at);
  const message = `the last backup is ${daysText(age)} old: ${file}`;
  return age < WEEK_MS ? ok(message) : faultFound('backup-old', message);
}

const daysText = (ms: number): string => `${Math.floor(ms / DAY_MS)} days`;

/** The file may be a new one, or one that a person has edited. */
async function lastBackup(stateDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(lastBackupFile(stateDir), 'utf8').catch(() => undefined);
  const found = text === undefined ? undefined : (JSON.parse(text) as LastBackup);
  return found && Number.isFinite(Date.parse(found.at)) ? found : undefined;
}

/** The owner's token is made at the first start and hardly ever changes; a folder changes with every file in it. */
async function bornAt(stateDir: string): Promise<number> {
  const { birthtimeMs, mtimeMs } = await stat(ownerTokenFile(stateDir)).catch(() => stat(stateDir));
  return Math.min(birthtimeMs || mtimeMs, mtimeMs);
}
