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
      throw new InstanceLockedError(`another Gatehouse process uses this database (${file})`, {
        cause: error,
      });
    }
  }

  release(): void {
    this.handle.close();
  }
}

/** Whether another process holds the lock now. */
export function isInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    InstanceLock.acquire(file).release();
    return false;
  } catch (error) {
    if (error instanceof InstanceLockedError) return true;
    throw error;
  }
}
