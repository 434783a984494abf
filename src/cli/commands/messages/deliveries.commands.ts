import { type Command, Option } from 'commander';
import type { Delivery, DeliveryDetail } from '../../gateway/answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { reasonLines } from '../../output/reason-text.js';
import { retryAll, type RetryOptions } from '../../gateway/retries.js';
import { fromNow, printable } from '../../output/text.js';

/** `gatehouse deliveries …` */
export function addDeliveries(program: Command, cli: Cli): void {
  const deliveries = program.command('deliveries').description('Manage outgoing messages.');
  for (const add of [addDeliveriesList, addDeliveriesShow, addDeliveriesRetry]) add(deliveries, cli);
}

/** The last two are reports of the service about what was sent. */
const STATUSES = ['queued', 'sending', 'unknown', 'sent', 'dead', 'delivered', 'read'];

interface Options extends ClientOptions {
  readonly status?: string;
  readonly limit: number;
}

/** `gatehouse deliveries list` */
function addDeliveriesList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List outgoing messages, newest first.')
    .addOption(
      new Option('--status <status>', 'only those; sent includes delivered and read ones').choices(STATUSES),
    )
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ status, limit, ...options }: Options) => {
      const isReport = status === 'delivered' || status === 'read';
      const wanted = (each: Delivery) => !isReport || progressOf(each) === status;
      const query = { status: isReport ? 'sent' : status };
      const list = await cli.admin(options).list<Delivery>('/deliveries', query, limit, wanted);
      cli.print(options, list, (table) => renderList(table, list.items));
    });
}

function renderList(table: Table, deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return 'No deliveries.';
  const header = ['ID', 'STATUS', 'CHANNEL', 'CONVERSATION', 'ATTEMPTS', 'PROBLEM', 'MADE'];
  const rows = deliveries.map((each) => [
    each.id,
    progressOf(each),
    each.channel,
    each.conversation_id,
    String(each.attempt_count),
    each.last_code ?? '',
    fromNow(each.created_at),
  ]);
  return table(header, rows);
}

/** `gatehouse deliveries show <id>` */
function addDeliveriesShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('Show an outgoing message: its state, and the outcome of each attempt.')
    .argument('<id>', 'as `deliveries list` shows it')
    .action(async (id: string, options: ClientOptions) => {
      const delivery = await cli.admin(options).get<DeliveryDetail>(`/deliveries/${encodeURIComponent(id)}`);
      cli.print(options, delivery, (table) => renderOne(table, delivery));
    });
}

function renderOne(table: Table, delivery: DeliveryDetail): string {
  const { id, status, channel, account, conversation_id, created_at, last_code, attempts } = delivery;
  const { delivered_at, read_at } = delivery;
  const problem = last_code === null ? '' : `, last problem: ${printable(last_code)}`;
  const reached = [
    ...(delivered_at ? [`\nreached a device ${fromNow(delivered_at)}`] : []),
    ...(read_at ? [`, read ${fromNow(read_at)}`] : []),
  ].join('');
  const head = `${id}, ${status}${problem}\n${channel} (${account}) to ${printable(conversation_id)}, made ${fromNow(created_at)}${reached}`;
  const about = [head, ...reasonLines(delivery)].join('\n');
  if (attempts.length === 0) return `${about}\n\nNo attempt has ended.`;
  const rows = attempts.map((each) => [
    ...[String(each.number), each.outcome, each.code ?? '', each.detail ?? ''],
    fromNow(each.started_at),
  ]);
  return `${about}\n\n${table(['ATTEMPT', 'OUTCOME', 'PROBLEM', 'DETAIL', 'BEGUN'], rows)}`;
}

/** `gatehouse deliveries retry [id...]` */
function addDeliveriesRetry(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('retry'))
    .description('Send dead deliveries again.')
    .argument('[id...]', 'as `deliveries list --status dead` shows them')
    .option('--cause <problem>', 'all dead ones with this last problem, the oldest first')
    .action((ids: readonly string[], options: RetryOptions) => {
      const [id, another] = ids;
      const isOne = id !== undefined && another === undefined && options.cause === undefined;
      return isOne ? retryOne(cli, id, options) : retryAll<Delivery>(cli, ids, options, DEAD);
    });
}

const said = ({ id, status }: Delivery): string => `${id} is ${status} again.`;

const DEAD = {
  path: '/deliveries',
  query: { status: 'dead' },
  causeOf: ({ last_code }: Delivery) => last_code,
  said,
};

async function retryOne(cli: Cli, id: string, options: ClientOptions): Promise<void> {
  const delivery = await cli.admin(options).post<Delivery>(`/deliveries/${encodeURIComponent(id)}/retry`);
  cli.print(options, delivery, () => said(delivery));
}

/** The progress of a message: a report of the service, such as read, takes precedence over sent. */
export function progressOf({ status, delivered_at, read_at }: Delivery): string {
  if (status !== 'sent') return status;
  if (read_at) return 'read';
  return delivered_at ? 'delivered' : status;
}
