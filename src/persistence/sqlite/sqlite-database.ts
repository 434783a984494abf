import type SqliteHandle from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { isConfined } from '../../config/index.js';
import {
  Database,
  hooking,
  refuseEnded,
  type TransactionOptions,
  type Tx,
  WriteHealth,
} from '../database/database.js';
import { namingDamage } from '../database/damaged-database.error.js';
import { DatabaseUnavailableError } from '../database/database-unavailable.error.js';
import { migrateUp } from '../migrations/index.js';
import type { Schema } from '../schema/schema.js';
import { Checkpointer, type Checkpoints, CHECKPOINTS_BY_SQLITE } from './checkpointer.js';
import { type ClosableTx, type Disk, GroupCommit } from './group-commit.js';
import type { InstanceLock } from './instance-lock.js';
import { kyselyOn, kyselyOnCommitted, kyselyWithin, openFile } from './open-file.js';
import { type CommitSync, LogSync, SYNCED_BY_SQLITE } from './log-sync.js';
import { openOwned } from './owned-file.js';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { programFile } from '../../common/index.js';

/**
 * Writes the file again and empties its log, so that neither has bytes of deleted rows. `secure_delete` overwrites a row
 * where it was, but SQLite promises nothing for copies that it made when it moved rows, and other programs and older
 * releases may have deleted without it (ADR 0112). Beside the event loop, except under Node's `--permission`, which
 * allows no threads.
 * @param writer must not write meanwhile
 */
async function expunge(writer: SqliteHandle.Database, file: string): Promise<void> {
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

/** The interval between two checks of the paths, ms; a message accepted in between could still be lost. */
const CHECK_MS = 1_000;

/**
 * The files that this process has open. SQLite continues to write to a file that was removed or replaced, but the next
 * start would not find what is written from then on. And without the lock file a second gateway could start.
 */
export class OpenFiles {
  private readonly opened: ReadonlyMap<string, string>;
  private nextCheck = 0;
  private missing: string | undefined;

  /** @param paths of files that this process opened a moment ago; those that do not exist are left out */
  constructor(paths: readonly string[]) {
    this.opened = new Map(
      paths.flatMap((path) => {
        const identity = identityAt(path);
        return identity === undefined ? [] : [[path, identity]];
      }),
    );
  }

  /** @throws FileMovedError while one of them is not at its path */
  refuseMoved(): void {
    const now = performance.now();
    if (now >= this.nextCheck) {
      this.nextCheck = now + CHECK_MS;
      this.missing = [...this.opened].find(([path, opened]) => identityAt(path) !== opened)?.[0];
    }
    if (this.missing !== undefined) throw new FileMovedError(this.missing);
  }
}

export class FileMovedError extends Error {
  /** SQLite's code, which itself looks only where there is no write-ahead log. */
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(path: string) {
    super(`${path} was removed or replaced while it was open: put it back, or restart the gateway`);
  }
}

/** The same as long as the path names the same file; undefined when there is none. */
function identityAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino}`;
}

/** A batch takes milliseconds. After this time its disk, or a lock, is not expected to let it end soon. */
const STUCK_MS = 10_000;

const NO_WRITERS: ReadonlySet<string> = new Set();

interface SqliteTx extends ClosableTx {
  kysely: Kysely<Schema>;
}

/**
 * The embedded database: one file, write-ahead log, every commit on disk before it counts (ADR 0051). One connection
 * writes; another reads committed data while the first is busy.
 */
export class SqliteDatabase extends Database {
  override readonly dialect = 'sqlite';
  override readonly failed: Promise<Error>;
  private readonly reads: Kysely<Schema>;
  private readonly groupCommit: GroupCommit;
  private readonly health = new WriteHealth();
  private readonly log: CommitSync;
  private readonly checkpoints: Checkpoints;

  private constructor(
    private readonly writer: SqliteHandle.Database,
    private readonly reader: SqliteHandle.Database,
    private readonly lock: InstanceLock,
    /** Absolute path. */
    readonly file: string,
  ) {
    super();
    this.log = commitSyncOf(writer, file);
    this.failed = this.log.failed;
    this.checkpoints = isConfined() ? CHECKPOINTS_BY_SQLITE : new Checkpointer(writer, file);
    keepSavepointsInMemory(writer);
    const within = kyselyWithin(writer);
    this.reads = kyselyOnCommitted(writer, reader, this.log);
    const files = new OpenFiles(['', '-wal', '-shm', '.lock'].map((suffix) => file + suffix));
    this.groupCommit = new GroupCommit(
      writer,
      diskOf(this.log, files),
      (hooks) => {
        const tx = { isOver: false, ...hooking(hooks) } as SqliteTx;
        tx.kysely = within(tx);
        return tx;
      },
      this.health,
      this.checkpoints,
    );
  }

  /**
   * Opens (or creates) the file and migrates it.
   * @throws InstanceLockedError when another process has it open; DamagedDatabaseError
   */
  static async open(file: string): Promise<SqliteDatabase> {
    const { handle: writer, lock } = openOwned(file);
    try {
      await migrateUp(kyselyOn(writer) as Kysely<unknown>);
      return new SqliteDatabase(writer, openFile(file), lock, file);
    } catch (error) {
      lock.release();
      throw namingDamage(file, error);
    }
  }

  override on(tx?: Tx): Kysely<Schema> {
    if (!tx) return this.reads;
    const running = tx as SqliteTx;
    refuseEnded(running);
    return running.kysely;
  }

  override transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.groupCommit.transaction(work, options);
  }

  /** There is one writer: all transactions run one after the other. */
  override lockScope(): Promise<void> {
    return Promise.resolve();
  }

  override async writersOf(): Promise<ReadonlySet<string>> {
    return NO_WRITERS;
  }

  override async ping(): Promise<void> {
    this.reader.prepare('select 1').get();
    if (this.groupCommit.busyMs > STUCK_MS) throw new DatabaseUnavailableError('no answer');
    await this.health.check(this);
  }

  override expunge(): Promise<void> {
    return this.groupCommit.exclusively(() => expunge(this.writer, this.file));
  }

  override async close(): Promise<void> {
    await this.groupCommit.idle();
    await this.checkpoints.close();
    this.reader.close();
    this.writer.pragma('wal_checkpoint(TRUNCATE)');
    this.writer.close();
    this.log.close();
    this.lock.release();
  }
}

/**
 * A savepoint's copies of changed pages go to a temporary file once they exceed 64 kB, as those of a batch do: without
 * this they are four fifths of all pages written. Migrations, which sort much, have run before and used files.
 */
function keepSavepointsInMemory(writer: SqliteHandle.Database): void {
  writer.pragma('temp_store = MEMORY');
}

/**
 * The log is synced beside the event loop, except under Node's `--permission`, which refuses calls by file descriptor.
 * SQLite still syncs the header of a restarted log.
 */
function commitSyncOf(writer: SqliteHandle.Database, file: string): CommitSync {
  if (isConfined()) return SYNCED_BY_SQLITE;
  writer.pragma('synchronous = NORMAL');
  return new LogSync(`${file}-wal`);
}

const diskOf = (log: CommitSync, files: OpenFiles): Disk => ({
  sync: () => log.sync(),
  refuseUnfit: () => {
    log.refuseFailed();
    files.refuseMoved();
  },
});
