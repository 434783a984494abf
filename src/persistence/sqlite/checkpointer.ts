import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import type SqliteHandle from 'better-sqlite3';
import { errorText } from '../../common/errors.js';
import { programFile } from '../../common/program-files.js';

/**
 * Pages in the write-ahead log before a checkpoint copies them into the file: 64 MB. Under load a message writes about
 * nine, most of them the same as the message before, so that a longer log copies fewer (ADR 0063).
 */
const CHECKPOINT_PAGES = 16_000;
/** SQLite itself does the checkpoint, on the event loop, when the log is this many times as long. */
const SAFETY_NET = 4;
/** Batches between two looks at the log's length, as a look costs as much as a statement. */
const BATCHES_PER_LOOK = 16;

/** The way the log of a database gets into its file. */
export type Checkpoints = Pick<Checkpointer, 'beforeBatch' | 'close'>;

/** For a connection that does it by itself, at the end of a commit (`wal_autocheckpoint`). */
export const CHECKPOINTS_BY_SQLITE: Checkpoints = {
  beforeBatch: () => undefined,
  close: () => Promise.resolve(),
};

/** Pages in the log, and how many of them are in the file. */
interface Progress {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Copies the write-ahead log into the database file beside the event loop (ADR 0063): a thread with a connection of its
 * own waits for the disk. Commits continue meanwhile; so a second, short copy follows, for which they wait. The next
 * commit then begins the log anew.
 */
export class Checkpointer {
  private readonly logger = new Logger('Database');
  private readonly progress: SqliteHandle.Statement<[], Progress>;
  private thread: Worker | undefined;
  private copying: Promise<unknown> | undefined;
  /** Whether all of the log but the newest pages is in the file. */
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
  }

  /**
   * Call before the writer begins a transaction.
   * @returns a promise to await first, when the transaction is to begin the log anew; it never rejects
   */
  beforeBatch(): Promise<void> | undefined {
    if (this.copying) return undefined;
    if (this.isNearlyDone) return this.copy((progress) => this.end(progress));
    if (this.batches++ % BATCHES_PER_LOOK === 0 && this.isDue())
      void this.copy(() => (this.isNearlyDone = true));
    return undefined;
  }

  /** Call while no transaction is open, before the writer is closed. */
  async close(): Promise<void> {
    await this.copying;
    if (!this.thread) return;
    this.thread.ref();
    this.thread.postMessage('end');
    await once(this.thread, 'exit');
  }

  private isDue(): boolean {
    const log = this.logPages;
    // Another connection's checkpoint has let the log begin anew.
    if (log < this.nextAt - this.pages) this.nextAt = this.pages;
    return log >= this.nextAt;
  }

  private get logPages(): number {
    return this.progress.get()?.log ?? 0;
  }

  /** A reader of an older state, such as an export, keeps the log from beginning anew. It then grows. */
  private end({ log, checkpointed }: Progress): void {
    this.isNearlyDone = false;
    this.nextAt = log > checkpointed ? log + this.pages : this.pages;
  }

  private copy(then: (progress: Progress) => void): Promise<void> {
    const copied = this.copied().then(then, (error: unknown) => this.fail(error));
    this.copying = copied.finally(() => (this.copying = undefined));
    return copied;
  }

  private async copied(): Promise<Progress> {
    const thread = (this.thread ??= this.startedThread());
    thread.ref();
    thread.postMessage('copy');
    const [progress] = (await once(thread, 'message')) as [Progress];
    thread.unref();
    return progress;
  }

  /** The pages stay in the log, and the next checkpoint copies them again. */
  private fail(error: unknown): void {
    const log = this.logPages;
    this.end({ log, checkpointed: 0 });
    this.logger.error(
      `${log} pages of the write-ahead log could not be copied into the file: ${errorText(error)}`,
    );
  }

  private startedThread(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };
    const file = programFile('persistence/sqlite/checkpoint.worker');
    // The thread gets no environment variables, which may be secrets.
    const thread = new Worker(file, { workerData: this.file, resourceLimits, env: {} });
    // An error ends the thread; what waits for it learns of it as well.
    thread.on('error', () => (this.thread = undefined));
    return thread;
  }
}
