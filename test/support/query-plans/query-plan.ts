import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../../src/persistence/index.js';

/** A node of PostgreSQL's `explain (format json)`. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Our tables that a statement reads completely for lack of an index. A page from one end of an index (`order by …
 * limit`, without a filter) is no full scan.
 */
export function fullScans(db: Database, query: CompiledQuery): Promise<readonly string[]> {
  return db.dialect === 'sqlite' ? sqliteScans(db, query) : postgresScans(db, query);
}

async function sqliteScans(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
  const { rows } = await db.on().executeQuery<{ detail: string }>(plan);
  const isPage =
    text.includes(' limit ') &&
    !text.includes(' where ') &&
    !rows.some(({ detail }) => detail.includes('TEMP B-TREE'));
  // Results of subqueries, and rows of values, are not tables.
  const made = new Set(rows.map(({ detail }) => /^(?:MATERIALIZE|CO-ROUTINE) (\w+)/.exec(detail)?.[1]));
  const scanned = rows.flatMap(
    ({ detail }) => /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES)(\w+)/.exec(detail)?.[1] ?? [],
  );
  return isPage ? [] : scanned.filter((name) => !made.has(name));
}

/**
 * Test tables are so small that full reads and hash joins are always cheapest. With those disabled, the plan has a scan
 * only where no index fits.
 */
async function postgresScans(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  return db.transaction(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
      await sql.raw(`set local enable_${way} = off`).execute(db.on(tx));
    const explain = CompiledQuery.raw(`explain (format json, verbose) ${text}`, [...parameters]);
    const { rows } = await db.on(tx).executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain);
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => scansOf(Plan, false)));
  });
}

function scansOf(node: PlanNode, isPage: boolean): string[] {
  const type = node['Node Type'];
  const isPageBelow = type === 'Limit' || (isPage && !['Sort', 'Aggregate', 'Unique'].includes(type));
  const below = (node.Plans ?? []).flatMap((child) => scansOf(child, isPageBelow));
  return isFullScan(node, isPage) ? [node['Relation Name'] ?? 'a table', ...below] : below;
}

function isFullScan(node: PlanNode, isPage: boolean): boolean {
  const type = node['Node Type'];
  if (node.Schema !== 'public') return false;
  if (type === 'Seq Scan') return true;
  const isByIndex = ['Index Scan', 'Index Only Scan'].includes(type);
  return isByIndex && node['Index Cond'] === undefined && !(isPage && node.Filter === undefined);
}
