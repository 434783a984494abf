import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

const PRIVATE = 0o600;
const OF_OTHERS = 0o077;
/** SQLite makes its write-ahead log and the index of it with the mode of the file, whatever the umask. */
const FILES = ['', '-wal', '-shm'];

/**
 * Makes a database that nobody else on this machine can read, or takes it from them: what people write is in it.
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
    // Opening one that is there, and closing it, would end the locks this process has on it.
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
    throw new Error(`others on this machine can read ${file} (mode ${mode}): give it the mode 0600`, {
      cause,
    });
  }
}
