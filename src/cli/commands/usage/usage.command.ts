import { InvalidArgumentError, Option } from 'commander';
import type { UsageReport } from '../../gateway/answers.js';
import { type Columns, rowsIn, type Table } from '../../output/table.js';
import { apiCommand } from '../api-command.js';

const GROUPS = ['day', 'agent', 'model', 'sender', 'conversation', 'key'] as const;

interface Options {
  readonly by: (typeof GROUPS)[number];
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

/** `gatehouse usage` */
export const addUsage = apiCommand({
  name: 'usage',
  description: 'Show the usage and cost of model calls.',
  options: [
    new Option('--by <group>', 'how to group the lines').choices(GROUPS).default('day'),
    new Option('--from <day>', 'first day (default: the first of this month)').argParser(day),
    new Option('--to <day>', 'last day (default: today, in `usage.timeZone`)').argParser(day),
    new Option('--csv', 'print CSV').conflicts('json'),
  ],
  call: (admin, { by, from, to }: Options) => admin.get<UsageReport>('/usage', { by, from, to }),
  text: (report, { given, table }) => (given.csv ? csvOf(report) : render(table, report)),
});

function day(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a date such as 2026-11-01.');
}

type Line = UsageReport['items'][number];

function render(table: Table, { by, from, to, currency, items }: UsageReport): string {
  if (items.length === 0) return `No model calls from ${from} to ${to}.`;
  const columns: Columns<Line> = {
    [by.toUpperCase()]: 'name',
    CALLS: 'calls',
    ESTIMATED: ({ estimated_calls }) => ofSome(estimated_calls),
    UNPRICED: ({ unpriced_calls }) => ofSome(unpriced_calls),
    INPUT: 'input_tokens',
    CACHED: 'cached_tokens',
    WRITTEN: ({ cache_write_tokens }) => ofSome(cache_write_tokens),
    OUTPUT: 'output_tokens',
    REASONING: ({ reasoning_tokens }) => ofSome(reasoning_tokens),
    COST: ({ cost }) => `${cost} ${currency}`,
  };
  return rowsIn(table, columns, items);
}

/** Nothing for 0, so that a narrow terminal leaves the column out where no line has a value. */
const ofSome = (count: number): string => (count === 0 ? '' : String(count));

/** In the order of the columns; the names are those of the admin API. */
const COLUMNS = [
  'calls',
  'estimated_calls',
  'unpriced_calls',
  'input_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cost',
] as const satisfies readonly (keyof Line)[];

/** A header and a line for each item (RFC 4180, without a line break at the end). */
function csvOf({ by, currency, items }: UsageReport): string {
  const rows = items.map((each) => [each.name, ...COLUMNS.map((name) => String(each[name])), currency]);
  return [[by, ...COLUMNS, 'currency'], ...rows].map((cells) => cells.map(quoted).join(',')).join('\n');
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
