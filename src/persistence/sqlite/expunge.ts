import { Worker } from 'node:worker_threads';
import type SqliteHandle from 'better-sqlite3';
import { programFile } from '../../common/index.js';
import { isConfined } from '../../config/index.js';
import { DatabaseUnavailableError } from '../database/database-unavailable.error.js';

/**
 * Writes the file anew and empties its log, so that neither has bytes of deleted rows. `secure_delete` overwrites a row
 * where it was, but SQLite promises nothing for copies that it made when it moved rows, and other programs and older
 * releases may have deleted without it (ADR 0112). Beside the event loop, except under Node's `--permission`, which
 * allows no threads.
 * @param writer must not write meanwhile
 */
export async function expunge(writer: SqliteHandle.Database, file: string): Promise<void> {
  const isDone = isConfined() ? expungeHere(writer) : await expungeBeside(file);
  if (!isDone) throw new DatabaseUnavailableError('a reader of an older state keeps the log');
}

function expungeHere(writer: SqliteHandle.Database): boolean {
  writer.exec('vacuum');
  return isEmptied(writer.pragma('wal_checkpoint(TRUNCATE)'));
}

const isEmptied = (checkpoint: unknown): boolean => (checkpoint as { busy: number }[])[0]?.busy === 0;

function expungeBeside(file: string): Promise<boolean> {
  // The thread gets no environment variables, which may be secrets.
  const thread = new Worker(programFile('persistence/sqlite/expunge.worker'), { workerData: file, env: {} });
  return new Promise((resolve, reject) => {
    thread.once('message', ({ isDone }: { isDone: boolean }) => resolve(isDone));
    thread.once('error', (error) => reject(new DatabaseUnavailableError(error)));
    thread.once('exit', () => reject(new DatabaseUnavailableError('the thread has ended')));
  });
}
