import type { CompiledQuery, Kysely, KyselyPlugin } from 'kysely';
import type { Database, Tx } from '../../../src/persistence/index.js';
import type { Schema } from '../../../src/persistence/schema/schema.js';

export interface RecordedDatabase<T extends Database> {
  /** Works like the given one. */
  readonly db: T;
  /** Every distinct executed statement, by its text, with the values of its first run. */
  readonly statements: ReadonlyMap<string, CompiledQuery>;
  /** The number of executed statements and transactions so far. */
  readonly executed: { readonly statements: number; readonly transactions: number };
}

/** A database that records the statements it executes. */
export function recorded<T extends Database>(target: T): RecordedDatabase<T> {
  const statements = new Map<string, CompiledQuery>();
  const executed = { statements: 0, transactions: 0 };
  const on = (tx?: Tx): Kysely<Schema> => {
    const plain = target.on(tx);
    // Parts of a statement are transformed too; only statements with a result were executed.
    const compiled = new WeakMap<object, CompiledQuery>();
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        compiled.set(queryId, plain.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result, queryId }) => {
        const query = compiled.get(queryId);
        if (query) executed.statements++;
        if (query && !statements.has(query.sql)) statements.set(query.sql, query);
        return Promise.resolve(result);
      },
    };
    const watched = plain.withPlugin(plugin);
    // A prepared query is not built again, so it is visible only here, with its values.
    const executor = plain.getExecutor();
    const executeQuery: typeof executor.executeQuery = (query, options) => {
      executed.statements++;
      if (!statements.has(query.sql)) statements.set(query.sql, query);
      return executor.executeQuery(query, options);
    };
    const recording = new Proxy(executor, {
      get: (_target, name) => {
        if (name === 'executeQuery') return executeQuery;
        const value: unknown = Reflect.get(executor, name);
        return typeof value === 'function' ? (value.bind(executor) as unknown) : value;
      },
    });
    return Object.assign(watched, { getExecutor: () => recording });
  };
  const db = new Proxy(target, {
    get: (_target, name) => {
      if (name === 'on') return on;
      if (name === 'transaction') executed.transactions++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { db, statements, executed };
}
