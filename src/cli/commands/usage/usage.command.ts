import { type Command, InvalidArgumentError, Option } from 'commander';
import type { UsageReport } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import type { Table } from '../../output/table.js';

const GROUPS = ['day', 'agent', 'model', 'sender', 'conversation', 'key'] as const;

interface Options extends ClientOptions {
  readonly by: (typeof GROUPS)[number];
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

/** `gatehouse usage` */
export function addUsage(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('usage'))
    .description('Show what calls of models used, and what they cost.')
    .addOption(new Option('--by <group>', 'what each line is about').choices(GROUPS).default('day'))
    .option('--from <day>', 'first day (default: the first of this month)', day)
    .option('--to <day>', 'last day (default: today, in `usage.timeZone`)', day)
    .addOption(new Option('--csv', 'print CSV for spreadsheets').conflicts('json'))
    .action(async ({ by, from, to, csv = false, ...options }: Options) => {
      const report = await cli.admin(options).get<UsageReport>('/usage', { by, from, to });
      cli.print(options, report, (table) => (csv ? csvOf(report) : render(table, report)));
    });
}

function day(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a day such as 2026-11-01.');
}

type Line = UsageReport['items'][number];

function render(table: Table, { by, from, to, currency, items }: UsageReport): string {
  if (items.length === 0) return `No model was called from ${from} to ${to}.`;
  const header = ['CALLS', 'ESTIMATED', 'UNPRICED', 'INPUT', 'CACHED', 'WRITTEN', 'OUTPUT', 'REASONING'];
  const rows = items.map((each) => [
    ...[each.name, String(each.calls), ofSome(each.estimated_calls), ofSome(each.unpriced_calls)],
    ...[String(each.input_tokens), String(each.cached_tokens), ofSome(each.cache_write_tokens)],
    ...[String(each.output_tokens), ofSome(each.reasoning_tokens), `${each.cost} ${currency}`],
  ]);
  return table([by.toUpperCase(), ...header, 'COST'], rows);
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
