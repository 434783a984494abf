import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError } from '../database/database-unavailable.error.js';
import { knownOf, refusalOf } from '../database/prepared.js';
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

/** `pg` exports its own value conversion to extensions, but not its types. */
const { prepareValue } = (
  pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => Sent } }
).utils;

/**
 * A connection as Kysely sees it. A round trip costs more than most statements do. Therefore the begin of a
 * transaction, and changes whose answers are not awaited (`preparedChange`), are held back and sent along with the next
 * statement, at the latest with the commit. If one of them fails, that statement fails with the reason of the first
 * failure. A transaction that has sent nothing when it commits becomes a single batch, which needs neither begin nor
 * commit.
 */
export class GuardedClient implements Pick<PostgresPoolClient, 'release'> {
  private isLost = false;
  private isInTransaction = false;
  private held: Statement[] = [];
  private readonly kept: Kept = new Map();
  private sending: Promise<void> | undefined;

  constructor(private readonly client: pg.PoolClient) {}

  readonly release = (destroy?: boolean): void => this.client.release(destroy === true || this.isLost);

  async query(text: string, values: readonly unknown[]): Promise<Answer> {
    if (text.startsWith('start transaction')) return this.begin(text);
    if (text === 'commit') return this.commit();
    if (text === 'rollback') return this.rollback();
    const statement = statementOf(text, values);
    if (this.isInTransaction && statement.isHeld) return this.hold(statement);
    return this.send(statement);
  }

  /** @param text the begin statement, where it differs from ours */
  begin(text = BEGIN): Answer {
    this.isInTransaction = true;
    this.held = [];
    return this.hold(statementOf(text, []));
  }

  /** The commit will not wait for the disk. Call it right after `begin`. */
  commitUnsynced(): void {
    this.hold(statementOf(COMMIT_UNSYNCED, []));
  }

  /** Sends the statements held back. */
  async answered(): Promise<void> {
    const last = this.held.pop();
    if (last) await this.send(last);
  }

  async commit(): Promise<Answer> {
    const [first, ...changes] = this.held;
    if (this.isInTransaction && first?.text === BEGIN) return this.sendWhole(changes, first.answer);
    const answer = await this.send(statementOf('commit', []));
    this.isInTransaction = false;
    return answer;
  }

  async rollback(): Promise<Answer> {
    const hasBegun = this.isInTransaction && this.held[0]?.text !== BEGIN;
    this.isInTransaction = false;
    this.held = [];
    const statement = statementOf('rollback', []);
    return hasBegun && !this.isLost ? this.send(statement) : statement.answer;
  }

  /** Sends a whole transaction as one batch. */
  private async sendWhole(changes: readonly Statement[], answer: Answer): Promise<Answer> {
    this.isInTransaction = false;
    this.held = changes.slice(0, -1);
    const last = changes.at(-1);
    return last ? this.send(last) : answer;
  }

  private hold(statement: Statement): Answer {
    this.held.push(statement);
    return statement.answer;
  }

  /** Sends the statements held back, then this one, in one write. */
  private async send(statement: Statement): Promise<Answer> {
    const all = [...this.held, statement];
    this.held = [];
    while (this.sending) await this.sending.catch(() => undefined);
    this.sending = this.sendAll(all).finally(() => (this.sending = undefined));
    await this.sending;
    return statement.answer;
  }

  private sendAll(statements: readonly Statement[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const batch = new Batch(statements, this.kept, (error) => {
        if (error === undefined) resolve();
        else reject(this.faultOf(error, batch.current));
      });
      this.client.query(batch);
    });
  }

  private faultOf(error: unknown, at: Statement | undefined): Error {
    const refusal = refusalOf(at?.refusal, error);
    if (refusal) return refusal;
    this.isLost ||= isUnavailable(error);
    return unavailable(error) as Error;
  }
}

/** @returns the error to throw: a DatabaseUnavailableError for a lost connection */
export const unavailable = (error: unknown): unknown =>
  isUnavailable(error) ? new DatabaseUnavailableError(error) : error;

function statementOf(text: string, values: readonly unknown[]): Statement {
  return {
    text,
    values: values.map((value) => withoutNul(prepareValue(value))),
    name: NAMES[text],
    isHeld: false,
    isRowless: false,
    ...knownOf(text),
    answer: { command: '', rowCount: null, rows: [] },
  };
}

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
