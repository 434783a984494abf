import { type CompiledQuery, Kysely, type KyselyProps } from 'kysely';
import type { Database, Tx } from '../../src/persistence/index.js';

/**
 * Runs a transaction, with the given work in the place of its own.
 * @param isBatch false when the watcher delays its statements; default as the caller wants it
 */
export type RunTransaction<T> = (work: (tx: Tx) => Promise<T>, isBatch?: boolean) => Promise<T>;

/** What stands around the work of a database. Each calls `run` once, or never, or later. */
export interface Watcher {
  /** @param tx undefined for a read of committed data */
  statement<T>(query: CompiledQuery, tx: Tx | undefined, run: () => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: Tx) => Promise<T>, run: RunTransaction<T>): Promise<T>;
}

/** The same database, with a watcher around each statement and transaction. */
export function watched<D extends Database>(target: D, watcher: Watcher): D {
  const on: Database['on'] = (tx) => around(target.on(tx), (query, run) => watcher.statement(query, tx, run));
  const transaction: Database['transaction'] = (work, options = {}) =>
    watcher.transaction(work, (given, isBatch = options.isBatch ?? false) =>
      target.transaction(given, { ...options, isBatch }),
    );
  // Methods of the database that make statements of their own find these two.
  return Object.assign(Object.create(target) as D, { on, transaction });
}

type Around = <T>(query: CompiledQuery, run: () => Promise<T>) => Promise<T>;

type Schema = ReturnType<Database['on']> extends Kysely<infer S> ? S : never;

function around(plain: Kysely<Schema>, watch: Around): Kysely<Schema> {
  const executor = plain.getExecutor();
  const executeQuery: typeof executor.executeQuery = (query, options) =>
    watch(query, () => executor.executeQuery(query, options));
  const watching = new Proxy(executor, {
    get: (_target, name) => {
      if (name === 'executeQuery') return executeQuery;
      const value: unknown = Reflect.get(executor, name);
      return typeof value === 'function' ? (value.bind(executor) as unknown) : value;
    },
  });
  // Only schemas and transactions of Kysely's own would use the others, and no one makes any here.
  const unused = {} as never;
  const props: KyselyProps = {
    config: { dialect: unused },
    dialect: {} as never,
    driver: {} as never,
    executor: watching,
  };
  return new Kysely<Schema>(props);
}
