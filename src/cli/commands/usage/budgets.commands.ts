import { Argument, type Command, InvalidArgumentError } from 'commander';
import { CliFailure, EXIT } from '../../failure.js';
import type { Allowance, Budget, BudgetList } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';
import { apiCommand, type Identified } from '../api-command.js';

/** `gatehouse budgets …` */
export function addBudgets(program: Command, cli: Cli): void {
  const budgets = program.command('budgets').description('Show budgets of model calls, and add allowances.');
  for (const add of [addBudgetsList, addBudgetsAllow, addBudgetsWithdraw]) add(budgets, cli);
}

const addBudgetsList = apiCommand({
  name: 'list',
  description: 'List budgets with their usage and current allowances.',
  call: (admin) => admin.get<BudgetList>('/budgets'),
  text: ({ items }, { table }) => render(table, items),
});

function render(table: Table, budgets: readonly Budget[]): string {
  if (budgets.length === 0) return 'No budgets: `usage.budgets` is empty.';
  const header = ['BUDGET', 'PER', 'SUBJECT', 'PERIOD', 'UNIT', 'USED', 'LIMIT', 'ENDS'];
  const allowances = budgets.flatMap((budget) => budget.allowances.map((each) => ofAllowance(budget, each)));
  const tables = [table(header, budgets.flatMap(rowsOf))];
  if (allowances.length > 0)
    tables.push(table(['ALLOWANCE', 'BUDGET', 'SUBJECT', 'COST', 'TOKENS', 'UNTIL', 'BY'], allowances));
  return tables.join('\n\n');
}

/** A row for each count, or one with the used part, where nothing is counted or a viewer may not see it. */
function rowsOf({ name, per, counts, used_ratio: ratio }: Budget): readonly (readonly string[])[] {
  if (counts.length === 0) return [[name, per, '', '', '', `${Math.round(ratio * 100)} %`]];
  return counts.map(({ subject, period, unit, used, most, ends_at }) => [
    name,
    per,
    subject,
    period,
    unit,
    used,
    most,
    fromNow(ends_at),
  ]);
}

const ofAllowance = ({ name }: Budget, each: Allowance): readonly string[] => [
  each.id,
  name,
  each.subject,
  each.cost,
  String(each.tokens),
  fromNow(each.until),
  each.created_by,
];

interface Options extends ClientOptions {
  readonly cost?: number;
  readonly tokens?: number;
  readonly until: string;
}

/** `gatehouse budgets allow <name> [subject]` */
function addBudgetsAllow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('allow'))
    .description('Add an allowance to a budget, effective from the next call.')
    .argument('<name>', 'the name of the budget')
    .argument('[subject]', 'as shown by `budgets list`; omit it for a gateway-wide budget', '')
    .option('--cost <amount>', 'amount in `usage.currency`, for example 2.50', amount)
    .option('--tokens <number>', 'for token limits', tokenCount)
    .requiredOption('--until <time>', 'ISO 8601 with time zone, for example 2026-12-31T23:59:59Z')
    .action(async (name: string, subject: string, { cost, tokens, until, ...options }: Options) => {
      if (!cost && !tokens) throw new CliFailure('pass --cost, --tokens or both', EXIT.usage);
      const body = { subject, cost, tokens, until };
      const path = `/budgets/${encodeURIComponent(name)}/allowances`;
      const made = await cli.admin(options).post<Allowance>(path, body);
      cli.print(options, made, () => `Added ${made.id}; it ends ${fromNow(made.until)}.`);
    });
}

function amount(text: string): number {
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an amount of money such as 2.50.');
}

function tokenCount(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number of tokens.');
}

interface Withdrawn extends Identified {
  readonly name: string;
}

const addBudgetsWithdraw = apiCommand({
  name: 'withdraw',
  description: 'End an allowance; usage so far still counts.',
  args: [
    new Argument('<name>', 'the name of the budget'),
    new Argument('<id>', 'id of the allowance, from `budgets list`'),
  ],
  call: async (admin, { name, id }: Withdrawn) => {
    await admin.delete(`/budgets/${encodeURIComponent(name)}/allowances/${encodeURIComponent(id)}`);
    return { id, deleted: true };
  },
  text: ({ id }, { given }) => `Ended ${id} of ${printable(given.name)}.`,
});
