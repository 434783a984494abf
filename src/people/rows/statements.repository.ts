import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Row, Schema, Tx } from '../../persistence/index.js';
import type { DirectPlace, Footprint } from '../person.js';
import { encoded } from '../pseudonyms.js';

/** Rows that one statement looks at: a few milliseconds, also in a table of millions. */
const WINDOW = 20_000;
/** Rows of one transaction, and ids of one statement. */
const PORTION = 500;

type Table = keyof Schema;
export type Condition = RawBuilder<unknown>;

export const NONE: Condition = sql`1 = 0`;
export const ALL: Condition = sql`1 = 1`;

export const anyOf = (conditions: readonly Condition[]): Condition => {
  const some = conditions.filter((condition) => condition !== NONE);
  return some.length === 0 ? NONE : sql`(${sql.join(some, sql` or `)})`;
};

/** Rows of the person, by the columns `channel` and `account` and that of the sender. */
export const ofSender = ({ person }: Footprint, column = 'sender_id'): Condition =>
  anyOf(
    person.addresses.map(({ channel, account, senderId }) => {
      const isTheirs = sql`channel = ${channel} and ${sql.ref(column)} = ${senderId}`;
      return account === null ? sql`(${isTheirs})` : sql`(${isTheirs} and account = ${account})`;
    }),
  );

/** Rows of these conversations. */
export const at = (places: readonly DirectPlace[]): Condition =>
  anyOf(
    places.map(
      ({ channel, account, conversation }) =>
        sql`(channel = ${channel} and account = ${account} and conversation_id = ${conversation})`,
    ),
  );

export const isOneOf = (column: string, values: readonly (string | number)[]): Condition =>
  values.length === 0 ? NONE : sql`${sql.ref(column)} in (${sql.join(values)})`;

/**
 * Rows in which one of these texts stands anywhere, in whichever case, also as a part of a path or of JSON: more than are
 * meant, so judge each. Other letters than those of ASCII match anything, because the databases do not fold them alike.
 */
export const mentions = (columns: readonly string[], texts: readonly string[]): Condition => {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const forms = [...new Set(texts.flatMap((text) => [text, encoded(text), inJson(text)]))];
  return anyOf(
    columns.flatMap((column) =>
      forms.map((text) => {
        const escaped = text.replace(/[\\%_]/g, String.raw`\$&`);
        const pattern = `%${escaped.replace(/[^\0-\x7f]+/gu, '%')}%`;
        return sql`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
      }),
    ),
  );
};

/** Few enough ids at a time for one statement. */
export function* portionsOf<T>(values: Iterable<T>): Generator<T[]> {
  const all = [...values];
  for (let from = 0; from < all.length; from += PORTION) yield all.slice(from, from + PORTION);
}

/** The rows of a table that meet a condition no index serves, in the order of a key. Looks at a few at a time. */
export async function* rowsWhere<T extends Table>(
  on: Kysely<Schema>,
  { table, key, where }: { readonly table: T; readonly key: string; readonly where: Condition },
  most = WINDOW,
): AsyncGenerator<Row<T>> {
  const [from, id] = [sql.table(table), sql.ref(key)];
  for (let after: unknown, isMore = true; isMore;) {
    const behind = after === undefined ? ALL : sql`${id} > ${after}`;
    const bounds = await sql<{ bound: unknown }>`select ${id} as bound from ${from} where ${behind}
      order by ${id} limit 1 offset ${most - 1}`.execute(on);
    const bound = bounds.rows[0]?.bound;
    const upTo = bound === undefined ? ALL : sql`${id} <= ${bound}`;
    const found = await sql<Row<T>>`select * from ${from} where ${behind} and ${upTo} and ${where}
      order by ${id}`.execute(on);
    yield* found.rows;
    after = bound;
    isMore = bound !== undefined;
  }
}

/** A sender as rows name them. */
export interface KnownSender {
  readonly account: string;
  readonly senderId: string;
}

/** Whom the rows of a table are from, on a channel; some more than once. Looks at a few rows at a time. */
export async function* sendersIn(
  on: Kysely<Schema>,
  { table, key }: { readonly table: Table; readonly key: string },
  channel: string,
  most = WINDOW,
): AsyncGenerator<KnownSender> {
  const [from, id] = [sql.table(table), sql.ref(key)];
  for (let after: unknown, isMore = true; isMore;) {
    const behind = after === undefined ? ALL : sql`${id} > ${after}`;
    const window = sql`select * from ${from} where ${behind} order by ${id} limit ${most}`;
    const last = await sql<{ bound: unknown; count: number }>`select max(${id}) as bound, count(*) as count
      from (${window}) as part`.execute(on);
    const { bound, count = 0 } = last.rows[0] ?? {};
    isMore = count === most;
    const found = await sql<{ account: string; sender_id: string }>`select distinct account, sender_id
      from (${window}) as part where channel = ${channel} and sender_id is not null`.execute(on);
    for (const { account, sender_id: senderId } of found.rows) yield { account, senderId };
    after = bound;
  }
}

/** All rows that meet a condition which an index serves, or of a small table. */
export async function rowsOf<T extends Table>(
  on: Kysely<Schema>,
  table: T,
  where: Condition,
): Promise<Row<T>[]> {
  return (await sql<Row<T>>`select * from ${sql.table(table)} where ${where}`.execute(on)).rows;
}

/** Rows by many ids, some at a time. */
export async function* rowsById<T extends Table>(
  on: Kysely<Schema>,
  { table, key }: { readonly table: T; readonly key: string },
  ids: Iterable<string>,
): AsyncGenerator<Row<T>> {
  for (const portion of portionsOf(ids)) yield* await rowsOf(on, table, isOneOf(key, portion));
}

/** Erases by many ids, each portion in a transaction of its own. */
export async function inPortions<T>(
  db: Database,
  values: Iterable<T>,
  work: (tx: Tx, portion: T[]) => Promise<unknown>,
): Promise<void> {
  for (const portion of portionsOf(values)) await db.transaction((tx) => work(tx, portion));
}

export const deleteWhere = async (on: Kysely<Schema>, table: Table, where: Condition): Promise<unknown> =>
  where === NONE ? undefined : sql`delete from ${sql.table(table)} where ${where}`.execute(on);

export const updateWhere = (
  on: Kysely<Schema>,
  table: Table,
  { set, where }: { readonly set: Readonly<Record<string, unknown>>; readonly where: Condition },
): Promise<unknown> => {
  const values = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return sql`update ${sql.table(table)} set ${sql.join(values)} where ${where}`.execute(on);
};
