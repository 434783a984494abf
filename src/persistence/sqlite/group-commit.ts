import { setTimeout as pause } from 'node:timers/promises';
import type SqliteHandle from 'better-sqlite3';
import { DatabaseUnavailableError } from '../database/database-unavailable.error.js';
import {
  type EndHooks,
  refuseNesting,
  runUnit,
  type TransactionOptions,
  type Tx,
  type WriteHealth,
} from '../database/database.js';
import type { Checkpoints } from './checkpointer.js';

/** Maximum units per commit, which bounds the wait of the first. */
const MAX_BATCH = 256;
/** How long a delayable unit waits for others, ms. */
const PATIENCE_MS = 20;
/** How long another program's write lock is waited for before the units fail, ms. */
const LOCK_WAIT_MS = 5_000;
const LOCK_RETRY_MS = 20;

/** A transaction that refuses further use once its unit has ended, however late the work continues. */
export interface ClosableTx extends Tx {
  isOver: boolean;
}

interface Unit {
  readonly mayWait: boolean;
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly succeed: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
  readonly hooks: EndHooks;
}

/** The place to which commits go. */
export interface Disk {
  /** @throws when what is committed now might not be found by the next start */
  refuseUnfit(): void;
  /** Resolves when all commits so far are on it. */
  sync(): Promise<void>;
}

interface Finished {
  readonly unit: Unit;
  readonly value: unknown;
}

/**
 * Runs units of work one after the other on the single writing connection and commits many of them with one fsync. A
 * failed unit leaves the others intact; each is reported as done only once its commit is on disk.
 */
export class GroupCommit {
  private waiting: Unit[] = [];
  private draining = false;
  /** The batch under way. */
  private batch: Promise<void> = Promise.resolve();
  /** Work that has the database to itself; batches wait for it. */
  private alone: Promise<unknown> | undefined;
  /** The beginning of the current batch, by `performance.now`. */
  private begunAt = 0;
  private patience: NodeJS.Timeout | undefined;
  private readonly begin: SqliteHandle.Statement;
  private readonly commit: SqliteHandle.Statement;
  private readonly rollback: SqliteHandle.Statement;
  private readonly savepoint: SqliteHandle.Statement;
  private readonly release: SqliteHandle.Statement;
  private readonly undo: SqliteHandle.Statement;
  private readonly changes: SqliteHandle.Statement;

  constructor(
    private readonly writer: SqliteHandle.Database,
    private readonly disk: Disk,
    private readonly makeTx: (hooks: EndHooks) => ClosableTx,
    private readonly health: WriteHealth,
    private readonly checkpoints: Pick<Checkpoints, 'beforeBatch'>,
  ) {
    this.begin = writer.prepare('begin immediate');
    this.commit = writer.prepare('commit');
    this.rollback = writer.prepare('rollback');
    this.savepoint = writer.prepare('savepoint unit');
    this.release = writer.prepare('release unit');
    this.undo = writer.prepare('rollback to unit');
    this.changes = writer.prepare('select total_changes()').pluck();
  }

  transaction<T>(work: (tx: Tx) => Promise<T>, { mayWait = false }: TransactionOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      refuseNesting();
      const succeed = resolve as (value: unknown) => void;
      this.waiting.push({ mayWait, run: work, succeed, fail: reject, hooks: [] });
      if (mayWait) this.startLater();
      else this.start();
    });
  }

  /** How long the current batch has been waiting for its lock and its disk, ms; 0 = there is none. */
  get busyMs(): number {
    return this.draining && !this.alone ? performance.now() - this.begunAt : 0;
  }

  /** Runs work during which nothing is written here, however long it takes; one at a time. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    while (this.alone) await this.alone;
    const done = this.batch.then(work);
    const end = () => (this.alone = undefined);
    this.alone = done.then(end, end);
    return done;
  }

  /** Resolves when nothing waits or runs. */
  async idle(): Promise<void> {
    while (this.draining || this.waiting.length > 0) {
      this.start();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private start(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    if (this.draining) return;
    this.draining = true;
    this.begunAt = performance.now();
    // Units added in this turn of the event loop join the same commit.
    setImmediate(() => void this.drain());
  }

  private startLater(): void {
    if (!this.draining) this.patience ??= setTimeout(() => this.start(), PATIENCE_MS);
  }

  private async drain(): Promise<void> {
    do {
      while (this.alone) await this.alone;
      this.begunAt = performance.now();
      await (this.batch = this.runBatch());
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.waiting.some(({ mayWait }) => !mayWait));
    this.draining = false;
    if (this.waiting.length > 0) this.startLater();
  }

  /**
   * Takes the write lock. While another program holds it, waits without blocking the event loop, then fails the units.
   */
  private async begun(): Promise<boolean> {
    const giveUpAt = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      try {
        this.disk.refuseUnfit();
        await this.checkpoints.beforeBatch();
        this.begin.run();
        return true;
      } catch (error) {
        const isWorthAWait = this.writer.open && !isOfTheFile(error);
        if (isWorthAWait && performance.now() < giveUpAt) await pause(LOCK_RETRY_MS);
        else return this.failWaiting(error);
      }
    }
  }

  private async runBatch(): Promise<void> {
    if (await this.begun()) await this.commitBatch();
  }

  private failWaiting(cause: unknown): false {
    const error = new DatabaseUnavailableError(cause);
    for (const unit of this.waiting.splice(0)) this.fail(unit, error);
    return false;
  }

  private async commitBatch(): Promise<void> {
    const taken: Unit[] = [];
    const finished: Finished[] = [];
    const changes = this.changes.get();
    try {
      for (
        let unit = this.waiting.shift();
        unit;
        unit = taken.length < MAX_BATCH ? this.waiting.shift() : undefined
      ) {
        taken.push(unit);
        const done = await this.runInBatch(unit, finished.length > 0);
        if (done) finished.push(done);
        else if (finished.length === 0) return;
      }
      this.commit.run();
      // Units added meanwhile share the next commit.
      if (this.changes.get() !== changes) {
        await this.disk.sync();
        this.health.ended();
      }
    } catch (error) {
      this.abandon();
      for (const unit of taken) this.fail(unit, error);
      return;
    }
    for (const { unit, value } of finished) {
      unit.succeed(value);
      for (const hook of unit.hooks) hook(true);
    }
  }

  /**
   * A savepoint copies every page that is changed after it, so only units with others before them get one.
   * @returns undefined when the unit failed and was rolled back; for the first unit the transaction has then ended
   */
  private async runInBatch(unit: Unit, isFurther: boolean): Promise<Finished | undefined> {
    const tx = this.makeTx(unit.hooks);
    if (isFurther) this.savepoint.run();
    try {
      const value = await runUnit(() => unit.run(tx));
      if (isFurther) this.release.run();
      return { unit, value };
    } catch (error) {
      // SQLite may roll back the whole transaction when it cannot write: then nothing of the batch is left.
      if (isFurther && !this.writer.inTransaction) throw error;
      if (isFurther) this.undoFurther();
      else this.abandon();
      this.fail(unit, error);
      return undefined;
    } finally {
      tx.isOver = true;
    }
  }

  /** If the rollback fails too, so does the next `begin`: the units then fail, and the drain continues. */
  private abandon(): void {
    try {
      if (this.writer.inTransaction) this.rollback.run();
    } catch {
      // The original error is the one to report.
    }
  }

  private fail(unit: Unit, cause: unknown): void {
    const error = isOfTheFile(cause) ? new DatabaseUnavailableError(cause) : cause;
    this.health.ended(error);
    unit.fail(error);
    for (const hook of unit.hooks.splice(0)) hook(false);
  }

  private undoFurther(): void {
    this.undo.run();
    this.release.run();
  }
}

/**
 * Result codes about the file and its disk, not about the query: no space left, the disk fails, the file system is
 * read-only, the file is missing or damaged.
 */
const OF_THE_FILE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)/;

const isOfTheFile = (error: unknown): boolean =>
  // By the code, not the class: the native addon throws the class of its first loader.
  OF_THE_FILE.test(String((error as { code?: unknown } | null)?.code));
