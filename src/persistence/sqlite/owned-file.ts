import { chmodSync, closeSync, constants, copyFileSync, openSync, statSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import type SqliteHandle from 'better-sqlite3';
import { DamagedDatabaseError, namingDamage } from '../database/damaged-database.error.js';
import { InstanceLock } from './instance-lock.js';
import { openFile } from './open-file.js';
import { damageText, walDamage } from './write-ahead-log.js';

const PRIVATE = 0o600;
const OF_OTHERS = 0o077;
/** SQLite creates its write-ahead log and its index with the mode of the file, whatever the umask. */
const FILES = ['', '-wal', '-shm'];

/**
 * Creates a database that other users of this machine cannot read, or removes their access, since it contains messages.
 * @throws Error when others can read it and its mode cannot be changed
 */
export function keepPrivate(file: string): void {
  make(file);
  for (const suffix of FILES) restrict(file + suffix);
}

function make(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE));
  } catch (error) {
    // Opening and closing an existing file would release the locks this process has on it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function restrict(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat || (stat.mode & OF_OTHERS) === 0) return;
  try {
    chmodSync(file, PRIVATE);
  } catch (cause) {
    const mode = (stat.mode & 0o777).toString(8).padStart(4, '0');
    throw new Error(`other users of this machine can read ${file} (mode ${mode}): set its mode to 0600`, {
      cause,
    });
  }
}

/** A database file that only this process may write. */
export interface OwnedFile {
  readonly handle: SqliteHandle.Database;
  readonly lock: InstanceLock;
}

/**
 * Opens (or creates) a database file for this process alone, unreadable for other users of this machine. A damaged log,
 * which SQLite cannot read to its end, is reported and copied before SQLite overwrites it.
 * @throws InstanceLockedError when another process has it open; DamagedDatabaseError
 */
export function openOwned(file: string): OwnedFile {
  keepPrivate(`${file}.lock`);
  const lock = InstanceLock.acquire(`${file}.lock`);
  try {
    keepPrivate(file);
    const isDamaged = keepDamagedLog(`${file}-wal`);
    const handle = openFile(file);
    if (isDamaged) refuseBroken(handle, file);
    return { handle, lock };
  } catch (error) {
    lock.release();
    throw namingDamage(file, error);
  }
}

function keepDamagedLog(wal: string): boolean {
  const damage = walDamage(wal);
  if (!damage) return false;
  const kept = `${wal}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  copyFileSync(wal, kept, constants.COPYFILE_EXCL);
  keepPrivate(kept);
  new Logger('Database').error(`${damageText(damage)}; it is kept as ${kept}`);
  return true;
}

/** Refuses a file with stale pages, which may contradict the others. */
function refuseBroken(handle: SqliteHandle.Database, file: string): void {
  const [{ quick_check: found } = { quick_check: 'ok' }] = handle.pragma('quick_check(1)') as {
    quick_check: string;
  }[];
  if (found === 'ok') return;
  handle.close();
  throw new DamagedDatabaseError(file, found);
}
