import { closeSync, fdatasync, openSync } from 'node:fs';
import { errorText } from '../../common/index.js';

/** The way in which the commits of a database get to disk. */
export type CommitSync = Pick<LogSync, 'underWay' | 'failed' | 'refuseFailed' | 'sync' | 'close'>;

/** For a connection with `synchronous=FULL`: each commit is on disk when it returns. */
export const SYNCED_BY_SQLITE: CommitSync = {
  underWay: undefined,
  failed: new Promise(() => undefined),
  refuseFailed: () => undefined,
  sync: () => Promise.resolve(),
  close: () => undefined,
};

/**
 * Syncs a write-ahead log to disk without blocking the event loop. SQLite's own fsync at a commit (`synchronous=FULL`)
 * blocks the whole program for as long as the disk takes.
 */
export class LogSync {
  private handle: number | undefined;
  private running: Promise<void> | undefined;
  private failure: Error | undefined;
  private readonly end = Promise.withResolvers<Error>();

  /** @param file the log's path; the log need not exist yet */
  constructor(private readonly file: string) {}

  /** Resolves when no sync is under way; undefined when none is. Never rejects. */
  get underWay(): Promise<void> | undefined {
    return this.running;
  }

  /** Resolves with the error of the first failed sync; usually never. */
  get failed(): Promise<Error> {
    return this.end.promise;
  }

  /** @throws after a failed sync, since the contents of the disk are then unknown until a restart */
  refuseFailed(): void {
    if (this.failure) throw this.failure;
  }

  /** Resolves when the current log is on disk. Syncs run one at a time. */
  sync(): Promise<void> {
    const synced = this.synced().catch((cause: unknown) => {
      this.failure ??= new LogSyncError(this.file, cause);
      this.end.resolve(this.failure);
      throw this.failure;
    });
    const end = () => (this.running = undefined);
    this.running = synced.then(end, end);
    return synced;
  }

  /** Call once no connection has the log open. */
  close(): void {
    if (this.handle !== undefined) closeSync(this.handle);
    this.handle = undefined;
  }

  private synced(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.handle ??= openSync(this.file, 'r+');
      fdatasync(this.handle, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/**
 * After a failed fsync the contents of the disk are unknown, and the next one would not report it, so no further commit
 * is accepted: the gateway ends, and the next start reads what is there.
 */
export class LogSyncError extends Error {
  /** SQLite's code. */
  readonly code = 'SQLITE_IOERR_FSYNC';

  constructor(file: string, cause: unknown) {
    super(
      `${file} could not be flushed to disk; how much was saved is only known after a restart: ${errorText(cause)}`,
      {
        cause,
      },
    );
  }
}
