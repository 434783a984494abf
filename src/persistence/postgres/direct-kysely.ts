import {
  type CompiledQuery,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Schema } from '../schema/schema.js';
import type { Answer } from './batch.js';
import type { GuardedClient } from './guarded-client.js';

type Run = (text: string, values: readonly unknown[]) => Promise<Answer>;

const DIALECT = {
  createAdapter: () => ADAPTER,
  createDriver: () => new DummyDriver(),
  createIntrospector: () => {
    throw new Error('the schema is not asked for here');
  },
  createQueryCompiler: () => COMPILER,
};
/** One for all connections: what is `prepared` is made once for each. */
const ADAPTER = new PostgresAdapter();
const COMPILER = new PostgresQueryCompiler();
const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * Hands statements to a connection. Kysely's own way there, which takes and gives back connections and guards
 * transactions, costs a process more than the server needs for most of our statements.
 */
class DirectExecutor extends DefaultQueryExecutor {
  constructor(private readonly run: Run) {
    super(COMPILER, ADAPTER, new Kysely<Schema>({ dialect: DIALECT }).getExecutor());
  }

  override async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.run(sql, parameters);
    return {
      rows: rows as R[],
      ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }
}

const kyselyRunning = (run: Run): Kysely<Schema> =>
  new Kysely<Schema>({
    config: { dialect: DIALECT },
    dialect: DIALECT,
    driver: new DummyDriver(),
    executor: new DirectExecutor(run),
  });

/** Runs everything on one connection. */
export const kyselyOnClient = (client: GuardedClient): Kysely<Schema> =>
  kyselyRunning((text, values) => client.query(text, values));

/** Runs each statement on a connection that is free. */
export const kyselyOnPool = (pool: { connect(): Promise<GuardedClient> }): Kysely<Schema> =>
  kyselyRunning(async (text, values) => {
    const client = await pool.connect();
    return client.query(text, values).finally(() => client.release());
  });
