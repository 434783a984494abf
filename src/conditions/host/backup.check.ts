import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, Finding } from '../../common/index.js';
import {
  ALERTS,
  BACKUP,
  type Environment,
  type GatehouseConfig,
  ownerTokenFile,
} from '../../config/index.js';
import { readNote } from '../../persistence/index.js';
import { type Condition, condition, findingOf, ok } from '../condition.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_HOURS = 7 * 24;

/** The gateway whose backups are looked for; no configuration while it is invalid. */
export interface BackedUp {
  readonly environment: Pick<Environment, 'stateDir' | 'databaseUrl'>;
  readonly config: GatehouseConfig | undefined;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The last backup or export that was read back whole, and those that the gateway could not make by itself. */
export const backupCheck = (gateway: BackedUp): Check => ({
  id: 'backup',
  run: async () => [await examineBackups(gateway)],
});

/** Old ones are an alert only where a setting asks for backups. */
export async function examineBackups({ environment, config, now }: BackedUp): Promise<Finding | Condition> {
  const { last, failure } = readNote(environment);
  const everyHours = config?.get(BACKUP).everyHours;
  const wantedHours = config?.get(ALERTS).backupAgeHours;
  if (failure && everyHours !== undefined)
    return condition('backup-failing', `no backup was made: ${failure.reason}`, {
      since: Date.parse(failure.since),
    });
  const old = (message: string) => {
    const found = condition('backup-old', message);
    return wantedHours === undefined && everyHours === undefined ? findingOf(found) : found;
  };
  const mostMs = (wantedHours ?? (everyHours === undefined ? WEEK_HOURS : 2 * everyHours)) * HOUR_MS;
  if (last) {
    const age = now() - Date.parse(last.at);
    const message = `the last backup is ${ageText(age)} old: ${last.file}`;
    return age < mostMs ? ok(message) : old(message);
  }
  // A server of its own has other means, which cannot be seen from here: unless a setting says that they can.
  if (environment.databaseUrl !== undefined && wantedHours === undefined)
    return ok('PostgreSQL: backups are not visible from here');
  const age = now() - (await bornAt(environment.stateDir));
  if (age < mostMs) return ok(`this gateway is younger than ${ageText(mostMs)}`);
  return old(`no backup is known of this gateway, which is ${ageText(age)} old`);
}

function ageText(ms: number): string {
  if (ms < HOUR_MS) return 'less than an hour';
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} hours` : `${Math.floor(ms / DAY_MS)} days`;
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
