import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import type { Cli, ClientOptions, OutputOptions } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';
import type { ResentMessages, Webhook, WebhookList, WebhookTest } from '../../gateway/answers.js';
import { runningGateway } from '../../gateway/gateway-location.js';
import { changeConfig, configOfFile } from '../../local/config.js';
import { tableOf } from '../../output/table.js';
import { asCalled, counted, fromNowOrNever, printable } from '../../output/text.js';
import { listOf } from '../../setup/account-answers.js';
import { apiCommand, type Identified } from '../api-command.js';

/** `gatehouse webhooks …` */
export function addWebhooks(program: Command, cli: Cli): void {
  const webhooks = program
    .command('webhooks')
    .description('Manage webhooks: notify other programs of events.');
  for (const add of [addList, addAdd, addTest, addOn, addResend]) add(webhooks, cli);
}

/** As many as the largest digest that is used with it. */
const KEY_BYTES = 32;

const ID = new Argument('<id>', 'its id in `webhooks.list`');

const addList = apiCommand({
  name: 'list',
  description: 'List webhooks with their state.',
  call: (admin) => admin.get<WebhookList>('/webhooks'),
  text: tableOf<Webhook>('No webhooks. Add one: gatehouse webhooks add', {
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

interface AddOptions extends OutputOptions {
  readonly to: string;
  readonly events: readonly string[];
  readonly includeText?: true;
  readonly secretFile?: string;
}

/** `gatehouse webhooks add <id>` */
function addAdd(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('add'))
    .description('Add a webhook to the configuration, with a new key that is shown once.')
    .argument('<id>', 'lower-case letters, digits and hyphens')
    .requiredOption('--to <url>', 'the address that messages are posted to')
    .option(
      '--events <list>',
      'types such as message.dropped, groups such as channel.*, or *, separated by commas',
      listOf,
      ['*'],
    )
    .option('--include-text', "include the conversations' text in messages")
    .option('--secret-file <file>', 'the file with an existing key, whsec_…, instead of a new one')
    .action(async (id: string, { to, events, includeText, secretFile, ...options }: AddOptions) => {
      const made =
        secretFile === undefined ? `whsec_${randomBytes(KEY_BYTES).toString('base64')}` : undefined;
      const secret = made ?? { file: resolve(secretFile ?? '') };
      const value = { id, url: to, secret, events, ...(includeText && { includeText }) };
      const outcome = await changeConfig(cli, options, (code, scope) => {
        if (
          configOfFile(code)
            .get(code.WEBHOOKS)
            .list.some((each) => each.id === id)
        )
          throw new CliFailure(`there is a webhook ${printable(id)} already`, EXIT.usage);
        const set = { 'webhooks.list[]': value };
        return { patch: { set }, change: code.setKnown(scope, 'webhooks.list[]', value) };
      });
      const isRunning = runningGateway(cli.world.environment().stateDir) !== undefined;
      cli.print(options, { id, secret: made ?? null, ...outcome }, () =>
        [
          `Webhook ${id} added.`,
          ...(made === undefined ? [] : [`Its key, for the receiver; it is not shown again: ${made}`]),
          asCalled(
            cli.world,
            isRunning ? `Test it: gatehouse webhooks test ${id}` : 'Start the gateway: gatehouse start',
          ),
        ].join('\n'),
      );
    });
}

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
