import { sql } from 'kysely';
import type { Database, Schema } from '../../src/persistence/index.js';

/** Tables that tell of the work itself, not of what it was for; what they hold differs from run to run. */
const LEFT_OUT: ReadonlySet<string> = new Set<keyof Schema>([
  'jobs',
  'job_lanes',
  'worker_heartbeats',
  'leases',
  'figures',
  'account_states',
  // An attempt whose answer was lost is followed by another.
  'delivery_attempts',
]);
/** Columns of attempts, for the same reason, and numbers of rows, which a database does not begin again. */
const LEFT_OUT_COLUMNS: ReadonlySet<string> = new Set([
  'attempts',
  'first_attempt_at',
  'last_ended_at',
  'turn',
  'duration_ms',
  'seq',
  'history_from',
  'begins_after',
]);

/**
 * What a database holds: the rows of each table that has any, with ids, times and codes made equal. In the order of
 * `seq` where they have one.
 */
export async function contentsOf(db: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of await tablesOf(db)) {
    const rows = await db.on().selectFrom(table).selectAll().execute();
    if (rows.length > 0) contents[table] = textsOf(rows);
  }
  return contents;
}

async function tablesOf(db: Database): Promise<(keyof Schema)[]> {
  const query =
    db.dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`;
  const { rows } = await query.execute(db.on());
  const names = rows
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('kysely') && !LEFT_OUT.has(name));
  return names.sort() as (keyof Schema)[];
}

function textsOf(rows: readonly Record<string, unknown>[]): string[] {
  const inOrder = rows.toSorted((a, b) => Number(a.seq ?? 0) - Number(b.seq ?? 0));
  const texts = inOrder.map((row) => JSON.stringify(withoutTraces(row)));
  return rows[0]?.seq === undefined ? texts.sort() : texts;
}

const withoutTraces = (row: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !LEFT_OUT_COLUMNS.has(name))
      .map(([name, value]) => [name, withoutMoment(value)]),
  );

/** Of rows, and the pseudonyms of erased people. */
const ID = /\b([a-z]+)_[0-9a-z]{20,26}\b/gi;
const MOMENT = /\b1[5-9]\d{11}\b|\b20\d\d-\d\d-\d\d[T ][\d:.]+Z?/g;
/** Of pairings and approvals; a line break before it may be written as `\\n`. */
const CODE = /(?<![A-Z0-9])[A-Z0-9]{6,8}(?![A-Z0-9])/g;

const DIGEST = /\b[0-9a-f]{64}\b/g;

/** A text in which ids, digests, times and codes are equal to all others. */
export const leveled = (text: string): string =>
  text.replace(ID, '$1').replace(DIGEST, 'digest').replace(MOMENT, 'time').replace(CODE, 'CODE');

function withoutMoment(value: unknown): unknown {
  if (typeof value === 'string') return leveled(value);
  return typeof value === 'number' && value > 1e12 ? 'time' : value;
}
