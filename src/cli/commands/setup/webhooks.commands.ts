import { Argument, type Command } from 'commander';
import type { Cli, ClientOptions } from '../../cli.js';
import { CliFailure } from '../../failure.js';
import type { ResentMessages, Webhook, WebhookList, WebhookTest } from '../../gateway/answers.js';
import { tableOf } from '../../output/table.js';
import { counted, fromNowOrNever, printable } from '../../output/text.js';
import { apiCommand, type Identified } from '../api-command.js';

/** `gatehouse webhooks …` */
export function addWebhooks(program: Command, cli: Cli): void {
  const webhooks = program
    .command('webhooks')
    .description('Manage webhooks: notify other programs of events.');
  for (const add of [addList, addTest, addOn, addResend]) add(webhooks, cli);
}

const ID = new Argument('<id>', 'its id in `webhooks.list`');

const addList = apiCommand({
  name: 'list',
  description: 'List webhooks with their state.',
  call: (admin) => admin.get<WebhookList>('/webhooks'),
  text: tableOf<Webhook>('No webhooks. docs/guide/webhooks.md shows how to add one.', {
    WEBHOOK: 'id',
    ADDRESS: 'url',
    EVENTS: ({ events }) => events.join(' '),
    STATE: 'state',
    WAITING: 'waiting',
    DEAD: 'dead',
    TAKEN: ({ last_success_at }) => fromNowOrNever(last_success_at),
    PROBLEM: ({ state, last_failure }) => (state === 'on' ? '' : (last_failure ?? '')),
  }),
});

/** `gatehouse webhooks test <id>` */
function addTest(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('test'))
    .addArgument(ID)
    .description('Send a test message now, and show the result.')
    .action(async (id: string, options: ClientOptions) => {
      const tested = await cli.admin(options).post<WebhookTest>(pathOf(id, 'test'));
      const { outcome, status, reason, message_id: messageId } = tested;
      cli.print(options, tested, () =>
        outcome === 'taken'
          ? `${id} accepted ${messageId}: HTTP ${status ?? ''}`
          : `${messageId} was not accepted.`,
      );
      if (outcome !== 'taken') throw new CliFailure(printable(reason ?? outcome));
    });
}

const addOn = apiCommand({
  name: 'on',
  description: 'Re-enable a webhook and send its pending messages.',
  args: [ID],
  call: (admin, { id }: Identified) => admin.post<Webhook>(pathOf(id, 'on')),
  text: ({ id, waiting }) => `${id} is enabled; ${counted(waiting, 'message')} pending.`,
});

const addResend = apiCommand({
  name: 'resend',
  description: 'Resend failed messages.',
  args: [ID],
  call: (admin, { id }: Identified) => admin.post<ResentMessages>(pathOf(id, 'resend')),
  text: ({ count }, { given }) => `Queued ${counted(count, 'message')} for ${given.id} again.`,
});

function pathOf(id: string, verb: string): string {
  return `/webhooks/${encodeURIComponent(id)}/${verb}`;
}
