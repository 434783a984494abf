import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Schema } from '../schema/schema.js';

/** Stands in the text for a value that comes when the query is run. */
class Placeholder {
  constructor(readonly name: string) {}
}

/** What an error of a statement means. */
export interface Refusal {
  /** SQLSTATE */
  readonly code: string;
  readonly error: () => Error;
}

/** How a server is asked. */
interface Asking {
  /** Nobody waits for its answer: it may be sent with the next statement. */
  readonly isHeld: boolean;
  /** Nobody reads rows of it. */
  readonly isRowless: boolean;
  readonly refusal?: Refusal | undefined;
}

interface Known extends Asking {
  /** By which a server may keep its plan. */
  readonly name: string;
}

const ASKED: Asking = { isHeld: false, isRowless: false };

/** The texts made here; they are few, and the same as long as the process runs. */
const known = new Map<string, Known>();

/** What is known of a text; undefined for one that was not {@link prepared}. */
export const knownOf = (text: string): Known | undefined => known.get(text);

/**
 * A query whose text is made once and run many times, for statements every message needs: making the text costs
 * more than running it does. `build` is called with placeholders for `values`: it may hand them to the query as
 * values and to nothing else, and must make the same query each time. It names its columns: PostgreSQL keeps what a
 * `*` meant, and refuses the query when another replica has added a column since.
 * @returns runs it on what `Database.on` gives
 */
export function prepared<V extends object, R>(
  build: (sql: Kysely<Schema>, values: V) => Compilable<R>,
  asking = ASKED,
): (sql: Kysely<Schema>, values: V) => Promise<QueryResult<R>> {
  // One text for each connection's dialect; the transactions of a database share its adapter.
  const texts = new WeakMap<object, CompiledQuery<R>>();
  return (sql, values) => {
    const executor = sql.getExecutor();
    const { adapter } = executor;
    const text = texts.get(adapter) ?? noted(build(sql, PLACEHOLDERS as V).compile(), asking);
    texts.set(adapter, text);
    return executor.executeQuery({
      ...text,
      parameters: text.parameters.map((each) => filled(each, values)),
    });
  };
}

/**
 * As {@link prepared}, for a change within a transaction of which nobody reads how many rows it met: it need not be
 * answered before the next statement is sent. Should it fail, a later statement of the transaction throws the reason,
 * at the latest the commit.
 */
export function preparedChange<V extends object>(
  build: (sql: Kysely<Schema>, values: V) => Compilable,
): (sql: Kysely<Schema>, values: V) => Promise<void> {
  const run: (sql: Kysely<Schema>, values: V) => Promise<unknown> = prepared(build, {
    isHeld: true,
    isRowless: true,
  });
  return run as (sql: Kysely<Schema>, values: V) => Promise<void>;
}

/**
 * As {@link preparedChange}, of which the rows are wanted once the transaction is committed: the array is filled by then.
 * @param refusal an error that the statement makes on purpose, of which the whole transaction dies
 */
export function preparedLater<V extends object, R>(
  build: (sql: Kysely<Schema>, values: V) => Compilable<R>,
  refusal?: Refusal,
): (sql: Kysely<Schema>, values: V) => Promise<readonly R[]> {
  const run = prepared(build, { isHeld: true, isRowless: false, refusal });
  return async (sql, values) => (await run(sql, values)).rows;
}

function noted<R>(text: CompiledQuery<R>, asking: Asking): CompiledQuery<R> {
  if (/\b(select|returning) \*/.test(text.sql))
    throw new Error(`a prepared query names its columns: ${text.sql}`);
  if (!known.has(text.sql)) known.set(text.sql, { name: `gatehouse_${known.size}`, ...asking });
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
