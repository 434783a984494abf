import { type Compilable, type CompiledQuery, type Kysely, type QueryResult, sql as raw } from 'kysely';
import type { Schema } from '../schema/schema.js';

/**
 * A placeholder in the text for a value that is supplied when the query runs: one of the values, or of one row of them.
 */
class Parameter {
  constructor(
    private readonly name: string,
    private readonly row?: number,
  ) {}

  of(values: object): unknown {
    const named = this.row === undefined ? values : (values as readonly object[])[this.row];
    return (named as Readonly<Record<string, unknown>>)[this.name];
  }
}

/** The names under which a server may keep the plans of the texts made here; they are few and constant. */
const names = new Map<string, string>();

/** The name of a text; undefined for one that was not {@link prepared}. */
export const nameOf = (text: string): string | undefined => names.get(text);

/**
 * A query whose text is made once and run many times, for the statements that every message needs: making the text
 * costs more than running it. `build` is called with placeholders for `values`. It may use them only as values of the
 * query, and must make the same query each time. It must name its columns, because PostgreSQL keeps the meaning of a
 * `*` and refuses the query once another replica has added a column.
 * @returns a function that runs it on the result of `Database.on`
 */
export function prepared<V extends object, R>(
  build: (sql: Kysely<Schema>, values: V) => Compilable<R>,
): (sql: Kysely<Schema>, values: V) => Promise<QueryResult<R>> {
  const run = compiledOnce<R>();
  return (sql, values) => run(sql, values, () => named(build(sql, placeholders() as V).compile()));
}

/**
 * Like {@link prepared}, for a call of one of our functions in the database.
 * @param args the values that it gets, in this order
 * @param columns those of the rows that it returns
 */
export const preparedCall = <V extends object, R extends object>(
  name: string,
  args: readonly (keyof V)[],
  columns: readonly (keyof R & string)[],
): ((sql: Kysely<Schema>, values: V) => Promise<QueryResult<R>>) =>
  prepared((sql, values: V) => {
    const given = raw.join(args.map((arg) => values[arg]));
    const call = raw<R>`select ${raw.join(columns.map((each) => raw.ref(each)))} from ${raw.raw(name)}(${given})`;
    return { compile: () => call.compile(sql) };
  });

/**
 * Like {@link prepared}, for several rows. There is one text for each number of rows, so that number should vary
 * little.
 */
export function preparedRows<V extends object>(
  build: (sql: Kysely<Schema>, rows: readonly V[]) => Compilable,
): (sql: Kysely<Schema>, rows: readonly V[]) => Promise<void> {
  const runs: ((sql: Kysely<Schema>, rows: readonly V[], make: () => CompiledQuery) => Promise<unknown>)[] =
    [];
  return async (sql, rows) => {
    if (rows.length === 0) return;
    const run = (runs[rows.length] ??= compiledOnce());
    const given = () => rows.map((_, row) => placeholders(row) as V);
    await run(sql, rows, () => named(build(sql, given()).compile()));
  };
}

/** One text per dialect; the transactions of a database share its adapter. */
function compiledOnce<R>() {
  const texts = new WeakMap<object, CompiledQuery<R>>();
  return (sql: Kysely<Schema>, values: object, make: () => CompiledQuery<R>): Promise<QueryResult<R>> => {
    const executor = sql.getExecutor();
    let text = texts.get(executor.adapter);
    if (!text) texts.set(executor.adapter, (text = make()));
    const parameters = text.parameters.map((each) => (each instanceof Parameter ? each.of(values) : each));
    return executor.executeQuery({ sql: text.sql, query: text.query, queryId: text.queryId, parameters });
  };
}

function named<R>(text: CompiledQuery<R>): CompiledQuery<R> {
  if (/\b(select|returning) \*/.test(text.sql))
    throw new Error(`a prepared query names its columns: ${text.sql}`);
  if (!names.has(text.sql)) names.set(text.sql, `gatehouse_${names.size}`);
  return text;
}

const placeholders = (row?: number): object =>
  new Proxy(
    {},
    {
      get: (_target, name) => new Parameter(String(name), row),
      ownKeys: () => {
        throw new Error('a prepared query takes each value by its name');
      },
    },
  );

/** Picks the named values: a row to insert. */
export function pick<V extends object, K extends keyof V>(values: V, ...names: readonly K[]): Pick<V, K> {
  const picked: Partial<Pick<V, K>> = {};
  for (const name of names) picked[name] = values[name];
  return picked as Pick<V, K>;
}
