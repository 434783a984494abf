import { Argument, type Command, Option } from 'commander';
import type { Delivery, DeliveryDetail } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import { type Columns, rowsIn, type Table, tableOf } from '../../output/table.js';
import { reasonLines } from '../../output/reason-text.js';
import { retryAll, type RetryOptions } from '../../gateway/retries.js';
import { fromNow, printable } from '../../output/text.js';
import { apiCommand, type Identified, LIMIT, type Limited } from '../api-command.js';

/** `gatehouse deliveries …` */
export function addDeliveries(program: Command, cli: Cli): void {
  const deliveries = program.command('deliveries').description('Manage outgoing messages.');
  for (const add of [addDeliveriesList, addDeliveriesShow, addDeliveriesRetry]) add(deliveries, cli);
}

/** The last two are reports of the service about what was sent. */
const STATUSES = ['queued', 'sending', 'unknown', 'sent', 'dead', 'delivered', 'read'];

const addDeliveriesList = apiCommand({
  name: 'list',
  description: 'List outgoing messages, newest first.',
  options: [
    new Option('--status <status>', 'only this status; sent includes delivered and read').choices(STATUSES),
    LIMIT,
  ],
  call: (admin, { status, limit }: Limited & { readonly status?: string }) => {
    const isReport = status === 'delivered' || status === 'read';
    const isWanted = (each: Delivery) => !isReport || progressOf(each) === status;
    const query = { status: isReport ? 'sent' : status };
    return admin.list<Delivery>('/deliveries', query, limit, isWanted);
  },
  text: tableOf<Delivery>('No deliveries.', {
    ID: 'id',
    STATUS: (each) => progressOf(each),
    CHANNEL: 'channel',
    CONVERSATION: 'conversation_id',
    ATTEMPTS: 'attempt_count',
    PROBLEM: 'last_code',
    MADE: ({ created_at }) => fromNow(created_at),
  }),
});

const addDeliveriesShow = apiCommand({
  name: 'show',
  description: 'Show an outgoing message: its status and the outcome of each attempt.',
  args: [new Argument('<id>', 'id from `deliveries list`')],
  call: (admin, { id }: Identified) => admin.get<DeliveryDetail>(`/deliveries/${encodeURIComponent(id)}`),
  text: (delivery, { table }) => renderOne(table, delivery),
});

function renderOne(table: Table, delivery: DeliveryDetail): string {
  const { id, status, channel, account, conversation_id, created_at, last_code, attempts } = delivery;
  const { delivered_at, read_at } = delivery;
  const problem = last_code === null ? '' : `, last problem: ${printable(last_code)}`;
  const reached = [
    ...(delivered_at ? [`\nreached a device ${fromNow(delivered_at)}`] : []),
    ...(read_at ? [`, read ${fromNow(read_at)}`] : []),
  ].join('');
  const head = `${id}, ${status}${problem}\n${channel} (${account}) to ${printable(conversation_id)}, created ${fromNow(created_at)}${reached}`;
  const about = [head, ...reasonLines(delivery)].join('\n');
  if (attempts.length === 0) return `${about}\n\nNo completed attempts.`;
  return `${about}\n\n${rowsIn(table, ATTEMPT, attempts)}`;
}

const ATTEMPT: Columns<DeliveryDetail['attempts'][number]> = {
  ATTEMPT: 'number',
  OUTCOME: 'outcome',
  PROBLEM: 'code',
  DETAIL: 'detail',
  BEGUN: ({ started_at }) => fromNow(started_at),
};

/** `gatehouse deliveries retry [id...]` */
function addDeliveriesRetry(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('retry'))
    .description('Retry dead deliveries.')
    .argument('[id...]', 'ids from `deliveries list --status dead`')
    .option('--cause <problem>', 'all dead ones with this last problem, oldest first')
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
