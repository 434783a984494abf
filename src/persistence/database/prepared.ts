import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
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

/** The meaning of an error that a statement is expected to raise, which aborts the whole transaction. */
export interface Refusal {
  /** SQLSTATEs, and SQLite's codes. */
  readonly codes: readonly string[];
  readonly error: () => Error;
}

/** @returns the meaning of an error of a statement, where it has one */
export function refusalOf(refusal: Refusal | undefined, error: unknown): Error | undefined {
  const { code } = (error ?? {}) as { readonly code?: string };
  return code !== undefined && refusal?.codes.includes(code) === true ? refusal.error() : undefined;
}

/** The way in which a statement is sent to a server. */
interface Asking {
  /** The statement does not wait for its answer: it may be sent with the next one. */
  readonly isHeld: boolean;
  /** The statement returns no rows that are read. */
  readonly isRowless: boolean;
  readonly refusal?: Refusal | undefined;
}

interface Known extends Asking {
  /** The name under which a server may keep its plan. */
  readonly name: string;
}

const ASKED: Asking = { isHeld: false, isRowless: false };

/** The texts made here; they are few and constant for the life of the process. */
const known = new Map<string, Known>();

/** The properties of a text; undefined for one that was not {@link prepared}. */
export const knownOf = (text: string): Known | undefined => known.get(text);

/**
 * A query whose text is made once and run many times, for the statements that every message needs: making the text
 * costs more than running it. `build` is called with placeholders for `values`. It may use them only as values of the
 * query, and must make the same query each time. It must name its columns, because PostgreSQL keeps the meaning of a
 * `*` and refuses the query once another replica has added a column.
 * @returns a function that runs it on the result of `Database.on`
 */
export function prepared<V extends object, R>(
  build: (sql: Kysely<Schema>, values: V) => Compilable<R>,
  asking = ASKED,
): (sql: Kysely<Schema>, values: V) => Promise<QueryResult<R>> {
  const run = compiledOnce<R>();
  return (sql, values) => run(sql, values, () => noted(build(sql, placeholders() as V).compile(), asking));
}

/**
 * Like {@link prepared}, for a change within a transaction whose row count is not read: the next statement may be sent
 * before the answer arrives. If the change fails, a later statement of the transaction throws the reason, at the latest
 * the commit.
 * @param refusal an error of the statement that counts as an answer
 */
export function preparedChange<V extends object>(
  build: (sql: Kysely<Schema>, values: V) => Compilable,
  refusal?: Refusal,
): (sql: Kysely<Schema>, values: V) => Promise<void> {
  const run: (sql: Kysely<Schema>, values: V) => Promise<unknown> = prepared(build, {
    isHeld: true,
    isRowless: true,
    refusal,
  });
  return run as (sql: Kysely<Schema>, values: V) => Promise<void>;
}

/**
 * Like {@link preparedChange}, for several rows. There is one text for each number of rows, so that number should vary
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
    const places = () => rows.map((_, row) => placeholders(row) as V);
    await run(sql, rows, () => noted(build(sql, places()).compile(), { isHeld: true, isRowless: true }));
  };
}

/**
 * Like {@link preparedChange}, with rows that are needed only after the commit: the array is filled by then.
 * @param refusal an error that the statement raises on purpose to abort the whole transaction
 */
export function preparedLater<V extends object, R>(
  build: (sql: Kysely<Schema>, values: V) => Compilable<R>,
  refusal?: Refusal,
): (sql: Kysely<Schema>, values: V) => Promise<readonly R[]> {
  const run = prepared(build, { isHeld: true, isRowless: false, refusal });
  return async (sql, values) => (await run(sql, values)).rows;
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

function noted<R>(text: CompiledQuery<R>, asking: Asking): CompiledQuery<R> {
  if (/\b(select|returning) \*/.test(text.sql))
    throw new Error(`a prepared query names its columns: ${text.sql}`);
  if (!known.has(text.sql)) known.set(text.sql, { name: `gatehouse_${known.size}`, ...asking });
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
