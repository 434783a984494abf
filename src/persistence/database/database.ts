import type { Kysely } from 'kysely';
import type { Schema } from '../schema/schema.js';

declare const transaction: unique symbol;

/** A running transaction, opaque to everyone but repositories (who pass it to Database.on). */
export interface Tx {
  readonly [transaction]: true;
  /** Runs `hook` once the transaction is durable; never when it is rolled back. Must not throw. */
  afterCommit(hook: () => void): void;
}

export interface TransactionOptions {
  /**
   * The commit may be late by some milliseconds where one is costly, since nobody waits for it, to share the
   * commit of another. For the record of what is over, which the program makes good when it is lost (ADR 0011).
   */
  readonly mayWait?: boolean;
}

/**
 * The database of this program. Only repositories and migrations query it; everyone else passes `Tx` along.
 */
export abstract class Database {
  abstract readonly dialect: 'sqlite' | 'postgres';

  /**
   * For queries: inside `tx` when one is given, else on a connection that sees what is committed. They throw
   * DatabaseUnavailableError when the database cannot be reached.
   */
  abstract on(tx?: Tx): Kysely<Schema>;

  /**
   * Runs `work` in a transaction; what it returns is returned once it is durable (fsync). Concurrent calls may
   * share a commit, each still succeeding or failing alone. `work` must do nothing but query: waiting for
   * anything else holds up everyone, and a work that the database stops to end a deadlock is run again from its
   * start, all it did undone. Calls must not be nested: pass the `tx` along instead.
   * @throws DatabaseUnavailableError when the database cannot be reached or keeps nothing (disk full); whether the
   *   transaction took place may then be unknown.
   */
  abstract transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Transactions that name the same scope go one after the other from here to their end, also those of other
   * processes. For what is read first and written in the light of it, where no constraint would notice.
   */
  abstract lockScope(tx: Tx, scope: string): Promise<void>;

  /**
   * Resolves when the database answers within two seconds and, should the last write have failed for a reason of the
   * database, takes one again. @throws DatabaseUnavailableError
   */
  abstract ping(): Promise<void>;

  abstract close(): Promise<void>;
}

/** The databases' codes for a row that refers to a missing one. */
const CODES: ReadonlySet<unknown> = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']);

/** Whether a statement was refused because what the row belongs to is gone. */
export const isOrphan = (error: unknown): boolean => CODES.has((error as { code?: unknown } | null)?.code);
