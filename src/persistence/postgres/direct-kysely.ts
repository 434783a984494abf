import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { refuseEnded } from '../database/database.js';
import type { Schema } from '../schema/schema.js';
import type { Answer } from './batch.js';
import type { GuardedClient } from './guarded-client.js';

type Run = (text: string, values: readonly unknown[]) => Promise<Answer>;

const DIALECT: Dialect = {
  createAdapter: () => ADAPTER,
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => COMPILER,
};
/** Shared by all connections, so that a `prepared` query is made only once. */
const ADAPTER = new PostgresAdapter();
const COMPILER = new PostgresQueryCompiler();
const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * Passes statements to a connection. Kysely's own path, which acquires and releases connections and guards
 * transactions, costs the process more than the server needs for most of our statements.
 */
class DirectExecutor extends DefaultQueryExecutor {
  private readonly connection: DatabaseConnection;

  constructor(run: Run) {
    const connection: DatabaseConnection = {
      executeQuery: async ({ sql, parameters }) => resultOf(await run(sql, parameters)),
      streamQuery: () => {
        throw new Error('rows are read all at once');
      },
    };
    super(COMPILER, ADAPTER, { provideConnection: (consumer) => consumer(connection) });
    this.connection = connection;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.connection.executeQuery<R>(query);
  }
}

const resultOf = <R>({ command, rowCount, rows }: Answer): QueryResult<R> => ({
  rows: rows as R[],
  ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
});

const kyselyRunning = (run: Run): Kysely<Schema> =>
  new Kysely<Schema>({
    config: { dialect: DIALECT },
    dialect: DIALECT,
    driver: new DummyDriver(),
    executor: new DirectExecutor(run),
  });

/** Runs everything on the connection of a unit, until the unit is over. */
export const kyselyWithin = (unit: {
  readonly client: GuardedClient;
  readonly isOver: boolean;
}): Kysely<Schema> =>
  kyselyRunning((text, values) => {
    refuseEnded(unit);
    return unit.client.query(text, values);
  });

/** Runs each statement on a free connection. */
export const kyselyOnPool = (pool: { connect(): Promise<GuardedClient> }): Kysely<Schema> =>
  kyselyRunning(async (text, values) => {
    const client = await pool.connect();
    return client.query(text, values).finally(() => client.release());
  });
