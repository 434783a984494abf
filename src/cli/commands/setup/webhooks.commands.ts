import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../../cli.js';
import { CliFailure } from '../../failure.js';
import type { ResentMessages, Webhook, WebhookList, WebhookTest } from '../../gateway/answers.js';
import type { Table } from '../../output/table.js';
import { counted, fromNow, printable } from '../../output/text.js';

/** `gatehouse webhooks …` */
export function addWebhooks(program: Command, cli: Cli): void {
  const webhooks = program.command('webhooks').description('Programs elsewhere that are told what happens.');
  for (const add of [addList, addTest, addOn, addResend]) add(webhooks, cli);
}

/** `gatehouse webhooks list` */
function addList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List webhooks, and how they are.')
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).get<WebhookList>('/webhooks');
      cli.print(options, list, (table) => webhookTable(table, list));
    });
}

function webhookTable(table: Table, { items }: WebhookList): string {
  if (items.length === 0) return 'There is no webhook: docs/guide/webhooks.md shows how to add one.';
  const rows = items.map((each) => [
    ...[each.id, printable(each.url), each.events.join(' '), each.state],
    ...[String(each.waiting), String(each.dead)],
    each.last_success_at === null ? 'never' : fromNow(each.last_success_at),
    each.state === 'on' ? '' : printable(each.last_failure ?? ''),
  ]);
  return table(['WEBHOOK', 'ADDRESS', 'EVENTS', 'STATE', 'WAITING', 'DEAD', 'TAKEN', 'PROBLEM'], rows);
}

/** `gatehouse webhooks test <id>` */
function addTest(parent: Command, cli: Cli): void {
  addAct(parent, cli, 'test')
    .description('Send a test message now, and tell what came of it.')
    .action(async (id: string, options: ClientOptions) => {
      const tested = await cli.admin(options).post<WebhookTest>(pathOf(id, 'test'));
      const { outcome, status, reason, message_id: messageId } = tested;
      cli.print(options, tested, () =>
        outcome === 'taken' ? `${id} took ${messageId}: HTTP ${status ?? ''}` : `${messageId} was not taken.`,
      );
      if (outcome !== 'taken') throw new CliFailure(printable(reason ?? outcome));
    });
}

/** `gatehouse webhooks on <id>` */
function addOn(parent: Command, cli: Cli): void {
  addAct(parent, cli, 'on')
    .description('Have a webhook take messages again, and try those that wait at once.')
    .action(async (id: string, options: ClientOptions) => {
      const webhook = await cli.admin(options).post<Webhook>(pathOf(id, 'on'));
      cli.print(options, webhook, () => `${webhook.id} is on; ${counted(webhook.waiting, 'message')} wait.`);
    });
}

/** `gatehouse webhooks resend <id>` */
function addResend(parent: Command, cli: Cli): void {
  addAct(parent, cli, 'resend')
    .description('Have the messages that were given up wait again.')
    .action(async (id: string, options: ClientOptions) => {
      const resent = await cli.admin(options).post<ResentMessages>(pathOf(id, 'resend'));
      cli.print(options, resent, () => `${counted(resent.count, 'message')} for ${id} wait again.`);
    });
}

const addAct = (parent: Command, cli: Cli, verb: string): Command =>
  cli.withClientOptions(parent.command(verb)).argument('<id>', 'its id in `webhooks.list`');

const pathOf = (id: string, verb: string): string => `/webhooks/${encodeURIComponent(id)}/${verb}`;
