import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError } from '../database/database-unavailable.error.js';
import { nameOf } from '../database/prepared.js';
import { type Answer, Batch, type Kept, type Sent, type Statement } from './batch.js';
import { isUnavailable } from './is-unavailable.js';

/** PostgreSQL's text cannot contain NUL, while SQLite's can; a message with one must not be refused for ever. */
const NUL = '\0';
const REPLACEMENT = '\uFFFD';

/** Kysely's own text. The server keeps it, because parsing it each time costs more than beginning a transaction. */
const BEGIN = 'start transaction isolation level read committed';
/** Applies to the rest of the transaction; `set local` has no effect in a batch that is a transaction by itself. */
const COMMIT_UNSYNCED = `select set_config('synchronous_commit', 'off', true)`;
const NAMES: Readonly<Record<string, string>> = {
  [BEGIN]: 'gatehouse_begin',
  [COMMIT_UNSYNCED]: 'gatehouse_commit_unsynced',
  commit: 'gatehouse_commit',
  rollback: 'gatehouse_rollback',
};

/** The answer where nothing had to be sent. */
const NOTHING: Answer = { command: '', rowCount: null, rows: [] };

/** `pg` exports its own value conversion to extensions, but not its types. */
const { prepareValue } = (
  pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => Sent } }
).utils;

/**
 * A connection as Kysely sees it. A round trip costs more than most statements do. Therefore the statements that a
 * transaction issues before it awaits an answer are sent in one write, the first ones together with its begin. A
 * transaction that awaits nothing before its commit is a single batch, which needs neither begin nor commit. Each
 * statement gets its own answer, or its own error.
 */
export class GuardedClient implements Pick<PostgresPoolClient, 'release'> {
  private isLost = false;
  private isInTransaction = false;
  /** Whether nothing is sent before the commit. */
  private isSentWhole = false;
  private unsent: Statement[] = [];
  /** Resolves with the error of what was sent last. */
  private sending: Promise<Error | undefined> = Promise.resolve(undefined);
  private readonly kept: Kept = new Map();

  constructor(private readonly client: pg.PoolClient) {}

  readonly release = (destroy?: boolean): void => this.client.release(destroy === true || this.isLost);

  async query(text: string, values: readonly unknown[]): Promise<Answer> {
    if (text.startsWith('start transaction')) return this.begin({ text });
    if (text === 'commit') return this.commit();
    if (text === 'rollback') return this.rollback();
    return this.issue(text, values);
  }

  /**
   * @param text the begin statement, where it differs from ours
   * @param isWhole nothing is sent before the commit
   */
  begin({ text = BEGIN, isWhole = false } = {}): Answer {
    this.isInTransaction = true;
    this.isSentWhole = isWhole;
    this.unsent = [];
    return this.add(text).statement.answer;
  }

  /** The commit will not wait for the disk. Call it right after `begin`. */
  commitUnsynced(): void {
    this.add(COMMIT_UNSYNCED);
  }

  async commit(): Promise<Answer> {
    this.isSentWhole = false;
    if (this.isInTransaction && this.unsent[0]?.text === BEGIN) return this.commitWhole();
    const answer = await this.issue('commit', []);
    this.isInTransaction = false;
    return answer;
  }

  async rollback(): Promise<Answer> {
    const hasBegun = this.isInTransaction && this.unsent[0]?.text !== BEGIN;
    this.isInTransaction = false;
    this.isSentWhole = false;
    this.unsent = [];
    return hasBegun && !this.isLost ? this.issue('rollback', []) : NOTHING;
  }

  /** @returns the answer of the last statement */
  private async commitWhole(): Promise<Answer> {
    this.isInTransaction = false;
    this.unsent.shift();
    const last = this.unsent.at(-1);
    const error = await this.send();
    if (error) throw error;
    return last?.answer ?? NOTHING;
  }

  /** Within a transaction the statement is sent when no more are issued in this turn of the event loop. */
  private issue(text: string, values: readonly unknown[]): Promise<Answer> {
    const { promise } = this.add(text, values);
    if (!this.isInTransaction) void this.send();
    else if (!this.isSentWhole) process.nextTick(() => this.send());
    return promise;
  }

  private add(text: string, values: readonly unknown[] = []) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    // No answer of a begin is awaited; an error of any statement also ends the commit.
    promise.catch(() => undefined);
    const statement = { ...statementOf(text, values), resolve, reject };
    this.unsent.push(statement);
    return { statement, promise };
  }

  /** Sends what has been issued, once what was sent before is answered. */
  private send(): Promise<Error | undefined> {
    return (this.sending = this.sending.then(() => this.sendUnsent()));
  }

  private sendUnsent(): Promise<Error | undefined> {
    const statements = this.unsent;
    this.unsent = [];
    if (statements.length === 0) return Promise.resolve(undefined);
    return new Promise((over) => {
      const batch = new Batch(statements, this.kept, (error) => {
        const fault = error === undefined ? undefined : this.faultOf(error);
        settle(statements, batch.answered, fault);
        over(fault);
      });
      this.client.query(batch);
    });
  }

  private faultOf(error: unknown): Error {
    this.isLost ||= isUnavailable(error);
    return unavailable(error) as Error;
  }
}

/** The first statement without an answer has failed, if any has; those behind it were not run. */
function settle(statements: readonly Statement[], answered: number, fault: Error | undefined): void {
  const failed = fault ? Math.min(answered, statements.length - 1) : statements.length;
  for (const { resolve, answer } of statements.slice(0, failed)) resolve(answer);
  statements[failed]?.reject(fault);
  const skipped = statements.slice(failed + 1);
  // Later than the failure's own error, which its repository may still translate.
  if (skipped.length > 0) setImmediate(() => skipped.forEach(({ reject }) => reject(fault)));
}

/** @returns the error to throw: a DatabaseUnavailableError for a lost connection */
export const unavailable = (error: unknown): unknown =>
  isUnavailable(error) ? new DatabaseUnavailableError(error) : error;

const statementOf = (text: string, values: readonly unknown[]): Omit<Statement, 'resolve' | 'reject'> => ({
  text,
  values: values.map((value) => withoutNul(prepareValue(value))),
  name: NAMES[text] ?? nameOf(text),
  answer: { command: '', rowCount: null, rows: [] },
});

/** `connect` returns a client as Kysely's own driver expects it; cursors are not configured, so none is used. */
export interface GuardedPool {
  connect(): Promise<GuardedClient>;
  end(): Promise<void>;
}

const withoutNul = (value: Sent): Sent =>
  typeof value === 'string' && value.includes(NUL) ? value.replaceAll(NUL, REPLACEMENT) : value;

/** For Kysely's own driver, which then makes the transactions. */
export const kyselyPool = (pool: pg.Pool): PostgresPool =>
  ({ ...guardedPool(pool), options: pool.options }) as unknown as PostgresPool;

/**
 * The pool as Kysely sees it: a lost connection is a DatabaseUnavailableError and is not used again, NUL in text
 * becomes U+FFFD, and prepared queries are prepared.
 */
export function guardedPool(pool: pg.Pool): GuardedPool {
  const guarded = new WeakMap<pg.PoolClient, GuardedClient>();
  return {
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw unavailable(error);
      });
      const known = guarded.get(client) ?? new GuardedClient(client);
      guarded.set(client, known);
      return known;
    },
  };
}
