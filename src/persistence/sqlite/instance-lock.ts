import { existsSync } from 'node:fs';
import SqliteHandle from 'better-sqlite3';

export class InstanceLockedError extends Error {
  override readonly name = 'InstanceLockedError';
}

/**
 * Keeps a second process off an embedded database, since both would answer messages. It is the operating system's lock
 * on a file, so it is released however the process ends, `kill -9` included.
 */
export class InstanceLock {
  private constructor(private readonly handle: SqliteHandle.Database) {}

  static acquire(file: string): InstanceLock {
    const handle = new SqliteHandle(file, { timeout: 0 });
    try {
      handle.pragma('locking_mode = EXCLUSIVE');
      handle.exec('begin exclusive');
      return new InstanceLock(handle);
    } catch (error) {
      handle.close();
      throw new InstanceLockedError(`another Gatehouse process is using this database (${file})`, {
        cause: error,
      });
    }
  }

  release(): void {
    this.handle.close();
  }
}

/** `broken`: no one holds it, and no one could, because the file is something else. */
export type LockState = 'free' | 'held' | 'broken';

/** How the lock is now; taking it for a moment tells. */
export function lockState(file: string): LockState {
  if (!existsSync(file)) return 'free';
  try {
    InstanceLock.acquire(file).release();
    return 'free';
  } catch (error) {
    if (!(error instanceof InstanceLockedError)) throw error;
    const { code } = error.cause as { readonly code?: unknown };
    return /^SQLITE_(?:NOTADB|CORRUPT)/.test(String(code)) ? 'broken' : 'held';
  }
}

/** Whether another process holds the lock now. */
export const isInUse = (file: string): boolean => lockState(file) === 'held';
