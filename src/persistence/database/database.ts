import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { errorText, withTimeout } from '../../common/index.js';
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { DatabaseUnavailableError } from './database-unavailable.error.js';

declare const transaction: unique symbol;

/** A running transaction, opaque to all code but repositories (which pass it to Database.on). */
export interface Tx {
  readonly [transaction]: true;
  /** Runs `hook` once the transaction is durable; never when it is rolled back. Must not throw. */
  afterCommit(hook: () => void): void;
  /**
   * Runs `hook` once the transaction has ended, also after a rollback. A commit whose answer was lost counts as rolled
   * back. Must not throw.
   */
  afterEnd(hook: (isCommitted: boolean) => void): void;
}

/** Told how their transaction has ended. */
export type EndHooks = ((isCommitted: boolean) => void)[];

/** How a transaction registers its hooks. */
export const hooking = (hooks: EndHooks): Pick<Tx, 'afterCommit' | 'afterEnd'> => ({
  afterCommit: (hook) =>
    void hooks.push((isCommitted) => {
      if (isCommitted) hook();
    }),
  afterEnd: (hook) => void hooks.push(hook),
});

export interface TransactionOptions {
  /**
   * The commit may be delayed by some milliseconds to share the commit of another, where commits are expensive and no
   * caller waits for this one. For records of finished work, which the program restores after a loss (ADR 0011).
   */
  readonly mayWait?: boolean;
  /**
   * A crash of the PostgreSQL server may undo the commit up to a second later; in return, it does not wait for the
   * disk. For news that nothing depends on.
   */
  readonly mayBeLost?: boolean;
  /**
   * `work` issues all its statements before it awaits the answer of any, so that PostgreSQL gets them in one write,
   * together with the commit. Each statement still returns what is so, or throws its own error, which undoes the
   * transaction. Nothing else does: an answer that `work` itself refuses has been committed by then.
   */
  readonly isBatch?: boolean;
}

/** The database of this program. Only repositories and migrations query it; all other code passes `Tx` along. */
export abstract class Database {
  abstract readonly dialect: 'sqlite' | 'postgres';

  /** Resolves with the reason when nothing can be stored any more before the next start; usually never. */
  readonly failed = new Promise<Error>(() => undefined);

  /**
   * For queries: inside `tx` when one is given, otherwise on a connection that sees committed data. They throw
   * DatabaseUnavailableError when the database cannot be reached.
   */
  abstract on(tx?: Tx): Kysely<Schema>;

  /**
   * Runs `work` in a transaction and returns its result once it is durable (fsync). Concurrent calls may share a
   * commit; each still succeeds or fails alone. `work` must only query, because waiting for anything else delays all
   * other transactions. It may be undone and run again, when the database aborts it to end a deadlock. Calls must not be
   * nested; pass the `tx` along instead.
   * @throws DatabaseUnavailableError when the database cannot be reached or stores nothing (disk full); whether the
   * transaction took place may then be unknown
   */
  abstract transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Transactions with the same scope run one after the other from here to their end, also across processes. For a write
   * that depends on an earlier read where no constraint would detect a conflict.
   */
  abstract lockScope(tx: Tx, scope: string): Promise<void>;

  /**
   * The open transactions that may have written to one of these tables, by the database's own ids. A row with a lower
   * `seq` than one that is read can only be committed by them. Always empty on a database with one writer, which numbers
   * rows in the order of their commits.
   */
  abstract writersOf(tables: readonly (keyof Schema)[]): Promise<ReadonlySet<string>>;

  /**
   * Resolves when the database answers within two seconds and, if the last write failed for a reason of the database,
   * accepts one again.
   * @throws DatabaseUnavailableError
   */
  abstract ping(): Promise<void>;

  /**
   * Overwrites what deleted rows have left in the files of the database, where that is ours to do: the embedded one is
   * written again, while all transactions wait. Takes as long as copying the database several times.
   * @throws DatabaseUnavailableError when there is no room for it, or an export reads an older state for too long
   */
  abstract expunge(): Promise<void>;

  abstract close(): Promise<void>;
}

/** The databases' codes for a row that refers to a missing one. */
const ORPHAN: ReadonlySet<unknown> = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']);

/** The databases' codes for a row whose key another row has. */
const TAKEN_KEY: ReadonlySet<unknown> = new Set(['SQLITE_CONSTRAINT_UNIQUE', '23505']);

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Whether a statement was refused because the row it refers to was deleted. */
export const isOrphan = (error: unknown): boolean => ORPHAN.has(codeOf(error));

/** Whether an insert was refused because another row has the same key. */
export const isTakenKey = (error: unknown): boolean => TAKEN_KEY.has(codeOf(error));

/** A unit that takes longer is waiting for something other than the database, so it fails. */
const UNIT_TIMEOUT_MS = 10_000;

const running = new AsyncLocalStorage<true>();

/** @throws when called within the work of a transaction. */
export function refuseNesting(): void {
  if (running.getStore()) throw new Error('nested transaction: pass the tx along instead of opening another');
}

/**
 * Called before each statement of a unit, also one whose Kysely was taken while the unit was running: its connection
 * may belong to another unit by now.
 */
export function refuseEnded({ isOver }: { readonly isOver: boolean }): undefined {
  if (isOver) throw new Error('this transaction has ended');
}

/** Runs the work of one transaction, at most {@link UNIT_TIMEOUT_MS} long. */
export function runUnit<T>(work: () => Promise<T>): Promise<T> {
  return running.run(true, () => withTimeout(work(), UNIT_TIMEOUT_MS, refuseLength));
}

function refuseLength(): never {
  throw new Error(`transaction took longer than ${UNIT_TIMEOUT_MS} ms: it must only query`);
}

/**
 * Whether the last write succeeded. A database that still answers reads may be unable to store anything (disk full,
 * file system read-only); a check of reads alone would report health while every message is refused.
 */
export class WriteHealth {
  private readonly logger = new Logger('Database');
  private isFailing = false;

  /** Records how a transaction ended; errors that are not the database's are ignored. */
  ended(error?: unknown): void {
    const isFailing = error instanceof DatabaseUnavailableError;
    if (isFailing === this.isFailing || (error !== undefined && !isFailing)) return;
    this.isFailing = isFailing;
    if (isFailing)
      this.logger.error(`the database does not accept writes: ${errorText(error.cause ?? error)}`);
    else this.logger.log('the database accepts writes again');
  }

  /**
   * Tries to write if the last write failed, so that readiness returns as soon as there is space. Without this it would
   * return only with the next message, which a load balancer would send elsewhere.
   * @throws DatabaseUnavailableError
   */
  async check(db: Database): Promise<void> {
    if (!this.isFailing) return;
    await tryToWrite(db, 'readiness');
  }
}

/** Makes the smallest durable write, of which nothing stays. @throws DatabaseUnavailableError */
export async function tryToWrite(db: Database, owner: string): Promise<void> {
  const name = `probe:${randomUUID()}`;
  await db.transaction(async (tx) => {
    await db.on(tx).insertInto('leases').values({ name, owner, expires_at: 0 }).execute();
    await db.on(tx).deleteFrom('leases').where('name', '=', name).execute();
  });
}
