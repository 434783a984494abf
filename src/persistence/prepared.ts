import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.js';

/** Stands in the text for a value that comes when the query is run. */
class Placeholder {
  constructor(readonly name: string) {}
}

/** The names of the texts made here; they are few, and the same as long as the process runs. */
const names = new Map<string, string>();

/** By which a server may keep the plan of a text; undefined for one that was not {@link prepared}. */
export const nameOf = (text: string): string | undefined => names.get(text);

/**
 * A query whose text is made once and run many times, for statements every message needs: making the text costs
 * more than running it does. `build` is called with placeholders for `values`: it may hand them to the query as
 * values and to nothing else, and must make the same query each time. It names its columns: PostgreSQL keeps what a
 * `*` meant, and refuses the query when another replica has added a column since.
 * @returns runs it on what `Database.on` gives
 */
export function prepared<V extends object, R>(
  build: (sql: Kysely<Schema>, values: V) => Compilable<R>,
): (sql: Kysely<Schema>, values: V) => Promise<QueryResult<R>> {
  // One text for each connection's dialect; the transactions of a database share its adapter.
  const texts = new WeakMap<object, CompiledQuery<R>>();
  return (sql, values) => {
    const { adapter } = sql.getExecutor();
    const text = texts.get(adapter) ?? named(build(sql, PLACEHOLDERS as V).compile());
    texts.set(adapter, text);
    return sql.executeQuery({ ...text, parameters: text.parameters.map((each) => filled(each, values)) });
  };
}

function named<R>(text: CompiledQuery<R>): CompiledQuery<R> {
  if (/\b(select|returning) \*/.test(text.sql)) throw new Error(`a prepared query names its columns: ${text.sql}`);
  if (!names.has(text.sql)) names.set(text.sql, `gatehouse_${names.size}`);
  return text;
}

const PLACEHOLDERS: object = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) });

const filled = (parameter: unknown, values: object): unknown =>
  parameter instanceof Placeholder
    ? (values as Readonly<Record<string, unknown>>)[parameter.name]
    : parameter;

/** The named of the values: a row to insert. */
export const pick = <V extends object, K extends keyof V>(values: V, ...names: readonly K[]): Pick<V, K> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<V, K>;
