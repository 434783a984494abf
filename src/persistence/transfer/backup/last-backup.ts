import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../../../common/index.js';
import { type Environment, replaceFile } from '../../../config/index.js';

/** The last export that was read back whole; its file may be gone meanwhile. */
export interface LastBackup {
  /** ISO 8601: the moment that the file shows. */
  readonly at: string;
  readonly file: string;
  readonly rows: number;
}

export const lastBackupFile = (stateDir: string): string => join(stateDir, 'last-backup.json');

/**
 * Replaces the note. Beside PostgreSQL, where many machines may export, each knows its own exports.
 * @returns the reason why it could not, which makes the export no worse
 */
export function noteBackup(
  { stateDir }: Pick<Environment, 'stateDir'>,
  backup: LastBackup,
): string | undefined {
  try {
    replaceFile(lastBackupFile(stateDir), `${JSON.stringify(backup)}\n`, () => true);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/** @returns undefined when there is none, or no note that this release understands */
export async function lastBackup(stateDir: string): Promise<LastBackup | undefined> {
  try {
    const found = JSON.parse(await readFile(lastBackupFile(stateDir), 'utf8')) as Partial<LastBackup> | null;
    const { at = '', file = '', rows = 0 } = found ?? {};
    return Number.isNaN(Date.parse(at)) ? undefined : { at, file, rows };
  } catch {
    return undefined;
  }
}
