import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../../../common/index.js';
import { type Environment, replaceFile } from '../../../config/index.js';

/** The last backup or export that was read back whole; its file may be gone meanwhile. */
export interface LastBackup {
  /** ISO 8601: the moment that the file shows. */
  readonly at: string;
  readonly file: string;
  readonly rows: number;
}

/** Backups that the gateway should have made by itself. */
export interface BackupFailure {
  /** ISO 8601: the first failure after the last success. */
  readonly since: string;
  /** ISO 8601: the last one. */
  readonly at: string;
  readonly reason: string;
}

/** The one record of backups. */
export interface BackupNote {
  readonly last?: LastBackup;
  readonly failure?: BackupFailure;
  /** The files that the gateway made or began by itself, the newest first: no other file is ever deleted. */
  readonly made: readonly string[];
}

type StateDir = Pick<Environment, 'stateDir'>;

export const lastBackupFile = (stateDir: string): string => join(stateDir, 'last-backup.json');

/**
 * Notes a backup or export. Beside PostgreSQL, where many machines may make one, each knows its own, and those of the
 * gateways' schedule.
 * @returns the reason why it could not, which makes the backup no worse
 */
export function noteBackup(environment: StateDir, last: LastBackup): string | undefined {
  return writeNote(environment, { ...readNote(environment), last });
}

/** Replaces the record. @returns the reason why it could not */
export function writeNote({ stateDir }: StateDir, note: BackupNote): string | undefined {
  try {
    replaceFile(lastBackupFile(stateDir), noteText(note), () => true);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/** Empty when there is none, or none that this release understands. */
export function readNote({ stateDir }: StateDir): BackupNote {
  try {
    return noteIn(readFileSync(lastBackupFile(stateDir), 'utf8'));
  } catch {
    return { made: [] };
  }
}

/** The text of a record; releases before this one read the last backup of it. */
export const noteText = ({ last, failure, made }: BackupNote): string =>
  `${JSON.stringify({ ...last, ...(failure && { failure }), ...(made.length > 0 && { made }) })}\n`;

export function noteIn(text: string): BackupNote {
  try {
    const found = JSON.parse(text) as (Partial<LastBackup> & Partial<BackupNote>) | null;
    const { at = '', file = '', rows = 0, failure, made = [] } = found ?? {};
    const last = { at, file, rows };
    return { made, ...(isTime(at) && { last }), ...(failure && isTime(failure.at) && { failure }) };
  } catch {
    return { made: [] };
  }
}

/** @returns undefined when there is none, or no note that this release understands */
export async function lastBackup(stateDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(lastBackupFile(stateDir), 'utf8').catch(() => '');
  return noteIn(text).last;
}

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));
