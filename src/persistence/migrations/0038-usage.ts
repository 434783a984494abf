import type { CreateTableBuilder, Kysely } from 'kysely';
import { key, required } from './columns.js';

const DIMENSIONS = ['day', 'agent', 'model', 'channel', 'sender', 'conversation', 'key_id'] as const;
const SUMS = ['calls', 'unpriced_calls', 'input', 'cached', 'cache_write', 'output', 'reasoning', 'cost'];
const TABLES = [
  'budget_notices',
  'budget_allowances',
  'budget_counts',
  'usage_open_calls',
  'usage_days',
  'usage_calls',
];

/** The ledger of model calls, and the counts of budgets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ledger(db);
  await budgets(db);
  await db.schema.alterTable('data_requests').addColumn('key_id', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('data_requests').dropColumn('key_id').execute();
  for (const table of TABLES) await db.schema.dropTable(table).execute();
}

async function ledger(db: Kysely<unknown>): Promise<void> {
  const calls = db.schema.createTable('usage_calls').addColumn('id', 'text', key);
  await withNumbers(withTexts(calls, DIMENSIONS), [...SUMS, 'is_estimate', 'at']).execute();
  await withNumbers(withTexts(db.schema.createTable('usage_days'), DIMENSIONS), [
    ...SUMS,
    'is_estimate',
    'at',
  ])
    .addPrimaryKeyConstraint('usage_days_pk', [...DIMENSIONS, 'is_estimate'])
    .execute();
  await db.schema.createIndex('usage_days_age').on('usage_days').column('at').execute();
  const open = withTexts(db.schema.createTable('usage_open_calls').addColumn('id', 'text', key), [
    'owner',
    ...DIMENSIONS,
  ]);
  await withNumbers(open, ['input', 'output', 'cost', 'is_priced', 'at']).execute();
  await db.schema.createIndex('usage_open_calls_age').on('usage_open_calls').column('at').execute();
}

async function budgets(db: Kysely<unknown>): Promise<void> {
  const ids = ['budget', 'subject', 'period', 'unit'] as const;
  const numbers = ['used', 'spent', 'most', 'wanted', 'drawn', 'overdrawn', 'warned', 'ends_at'];
  await withNumbers(withTexts(db.schema.createTable('budget_counts'), ids), numbers)
    .addPrimaryKeyConstraint('budget_counts_pk', [...ids])
    .execute();
  await db.schema.createIndex('budget_counts_age').on('budget_counts').column('ends_at').execute();
  const allowances = db.schema.createTable('budget_allowances').addColumn('id', 'text', key);
  await withNumbers(withTexts(allowances, ['budget', 'subject', 'created_by']), [
    'cost',
    'tokens',
    'until',
    'created_at',
  ]).execute();
  await db.schema.createIndex('budget_allowances_age').on('budget_allowances').column('until').execute();
  await db.schema
    .createIndex('budget_allowances_subject')
    .on('budget_allowances')
    .columns(['budget', 'subject'])
    .execute();
  await withNumbers(withTexts(db.schema.createTable('budget_notices'), ['budget', 'period', 'place']), ['at'])
    .addPrimaryKeyConstraint('budget_notices_pk', ['budget', 'period', 'place'])
    .execute();
  await db.schema.createIndex('budget_notices_age').on('budget_notices').column('at').execute();
}

type Table<C extends string = string> = CreateTableBuilder<string, C>;

const withTexts = (table: Table<never> | Table, names: readonly string[]): Table =>
  names.reduce<Table>((made, name) => made.addColumn(name, 'text', required), table);

const withNumbers = (table: Table, names: readonly string[]): Table =>
  names.reduce<Table>((made, name) => made.addColumn(name, 'bigint', required), table);
