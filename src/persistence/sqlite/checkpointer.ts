import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import type SqliteHandle from 'better-sqlite3';
import { errorText, programFile } from '../../common/index.js';

/**
 * Pages in the write-ahead log before a checkpoint copies them into the file: 64 MB. A message that comes alone writes
 * 27 pages, one at full speed eight, most of them the same as the message before, so a longer log means fewer copied
 * pages (ADR 0063).
 */
const CHECKPOINT_PAGES = 16_000;
/** SQLite itself does the checkpoint, on the event loop, when the log is this many times as long. */
const SAFETY_NET = 4;
/** The log's file keeps the length of this many normal logs: to extend it again would cost each commit more. */
const KEPT_LENGTH = 2;
/** Batches between two checks of the log's length, because a check costs as much as a statement. */
const BATCHES_PER_LOOK = 16;

/** The way the log of a database gets into its file. */
export type Checkpoints = Pick<Checkpointer, 'beforeBatch' | 'close'>;

/** For a connection on which SQLite itself makes checkpoints at the end of a commit (`wal_autocheckpoint`). */
export const CHECKPOINTS_BY_SQLITE: Checkpoints = {
  beforeBatch: () => undefined,
  close: () => Promise.resolve(),
};

/** Pages in the log, and how many of them are in the file. */
interface PageCounts {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Copies the write-ahead log into the database file without blocking the event loop (ADR 0063): a thread with a
 * connection of its own waits for the disk. Commits continue in the meantime, so a second, short copy follows, for
 * which they wait. The next commit then starts the log from its beginning, and the thread ends.
 */
export class Checkpointer {
  private readonly logger = new Logger('Database');
  private readonly progress: SqliteHandle.Statement<[], PageCounts>;
  private thread: Worker | undefined;
  /** Whether the thread has copied all but the newest pages, and waits. */
  private isNearlyDone = false;
  private nextAt: number;
  private batches = 0;

  /**
   * @param writer the connection that commits
   * @param file its path
   */
  constructor(
    writer: SqliteHandle.Database,
    private readonly file: string,
    private readonly pages = CHECKPOINT_PAGES,
  ) {
    this.nextAt = pages;
    this.progress = writer.prepare('pragma wal_checkpoint(NOOP)');
    writer.pragma(`wal_autocheckpoint = ${SAFETY_NET * pages}`);
    // A reader may have let the log grow: the rest is cut off when the log begins again.
    const pageBytes = writer.pragma('page_size', { simple: true }) as number;
    writer.pragma(`journal_size_limit = ${KEPT_LENGTH * pages * pageBytes}`);
  }

  /**
   * Call before the writer begins a transaction.
   * @returns a promise to await first, when the transaction is to begin the log again; it never rejects
   */
  beforeBatch(): Promise<void> | undefined {
    if (this.thread) return this.isNearlyDone ? this.finish(this.thread) : undefined;
    if (this.batches++ % BATCHES_PER_LOOK === 0 && this.isDue()) this.start();
    return undefined;
  }

  /** Call while no transaction is open, before the writer is closed. */
  async close(): Promise<void> {
    const { thread } = this;
    if (!thread) return;
    thread.ref();
    thread.postMessage('finish');
    await new Promise((resolve) => thread.once('exit', resolve));
  }

  private isDue(): boolean {
    const log = this.logPages;
    // Another connection's checkpoint has let the log begin again.
    if (log < this.nextAt - this.pages) this.nextAt = this.pages;
    return log >= this.nextAt;
  }

  private get logPages(): number {
    return this.progress.get()?.log ?? 0;
  }

  private start(): void {
    try {
      this.thread = this.started();
    } catch (error) {
      // A limit of threads or processes is reached.
      this.fail(error);
      return;
    }
    answerOf(this.thread).then(
      () => (this.isNearlyDone = true),
      (error: unknown) => this.fail(error),
    );
  }

  private started(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };
    const file = programFile('persistence/sqlite/checkpoint.worker');
    // The thread gets no environment variables, which may be secrets.
    const thread = new Worker(file, { workerData: this.file, resourceLimits, env: {} });
    thread.once('exit', () => {
      this.thread = undefined;
      this.isNearlyDone = false;
    });
    thread.unref();
    return thread;
  }

  private finish(thread: Worker): Promise<void> {
    this.isNearlyDone = false;
    thread.postMessage('finish');
    return answerOf(thread).then(
      (progress) => this.end(progress),
      (error: unknown) => this.fail(error),
    );
  }

  /** A reader of an older state, such as an export, keeps the log from beginning again. It then grows. */
  private end({ log, checkpointed }: PageCounts): void {
    this.nextAt = log > checkpointed ? log + this.pages : this.pages;
  }

  /** The pages stay in the log, and the next checkpoint copies them again. */
  private fail(error: unknown): void {
    const log = this.logPages;
    this.nextAt = log + this.pages;
    this.logger.error(
      `${log} pages of the write-ahead log could not be copied into the file: ${errorText(error)}`,
    );
  }
}

/** @throws the error that ended the thread */
function answerOf(thread: Worker): Promise<PageCounts> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread has ended')));
  });
}
