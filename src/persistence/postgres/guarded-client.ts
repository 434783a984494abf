import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { DatabaseUnavailableError } from '../database/database-unavailable.error.js';
import { isUnasked, nameOf } from '../database/prepared.js';
import { isUnavailable } from './is-unavailable.js';

/** PostgreSQL text holds no NUL, SQLite's does; a message that has one must not be refused for ever. */
const NUL = '\0';
const REPLACEMENT = '\uFFFD';

/** The result Kysely gets for a statement whose answer nobody reads. */
const NO_ROWS = { command: 'SELECT', rowCount: 0, rows: [] } as const;

/** The answer of the server, as far as Kysely reads it. */
type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

/**
 * A connection as Kysely sees it. A round trip costs more than most statements do: the begin of a transaction and
 * changes nobody asks about (`preparedChange`) are held back and sent along with the next statement. Should one of
 * them fail, that statement does, with the reason of the first; no later than with the commit.
 */
export class GuardedClient implements Pick<PostgresPoolClient, 'release'> {
  private isLost = false;
  private isInTransaction = false;
  private held: pg.QueryConfig[] = [];

  constructor(private readonly client: pg.PoolClient) {}

  readonly release = (destroy?: boolean): void => this.client.release(destroy === true || this.isLost);

  async query(text: string, values: readonly unknown[]): Promise<Answer> {
    const statement = { text, values: values.map(withoutNul), name: nameOf(text) };
    if (text.startsWith('start transaction')) return this.begin(statement);
    if (this.isInTransaction && isUnasked(text)) return this.hold(statement);
    if (text === 'rollback') this.held = [];
    if (text === 'rollback' || text === 'commit') this.isInTransaction = false;
    return this.send(statement);
  }

  private begin(statement: pg.QueryConfig): Answer {
    this.isInTransaction = true;
    this.held = [];
    return this.hold(statement);
  }

  private hold(statement: pg.QueryConfig): Answer {
    this.held.push(statement);
    return NO_ROWS as unknown as Answer;
  }

  /** Sends the statements held back, then this one, in one write. */
  private async send(statement: pg.QueryConfig): Promise<Answer> {
    const all = [...this.held, statement];
    this.held = [];
    const { stream } = this.client.connection;
    stream.cork();
    const answers = all.map((each) => this.client.query(each));
    stream.uncork();
    const settled = await Promise.allSettled(answers);
    const failed = settled.find((each) => each.status === 'rejected');
    if (failed) this.fail(failed.reason);
    return (settled.at(-1) as PromiseFulfilledResult<pg.QueryResult>).value;
  }

  private fail(error: unknown): never {
    this.isLost ||= isUnavailable(error);
    throw unavailable(error);
  }
}

/** @returns what is to be thrown: a DatabaseUnavailableError for a lost connection */
export const unavailable = (error: unknown): unknown =>
  isUnavailable(error) ? new DatabaseUnavailableError(error) : error;

const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes(NUL) ? value.replaceAll(NUL, REPLACEMENT) : value;

/**
 * The pool as Kysely sees it: a lost connection is a DatabaseUnavailableError and is not used again, NUL in text
 * becomes U+FFFD, and prepared queries are prepared.
 */
export function guardedPool(pool: pg.Pool): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw unavailable(error);
      });
      // Kysely's streaming form of `query` takes a cursor; no cursor is configured, so none comes.
      const known = guarded.get(client) ?? (new GuardedClient(client) as unknown as PostgresPoolClient);
      guarded.set(client, known);
      return known;
    },
  };
}
