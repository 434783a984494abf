import type { Command } from 'commander';
import type { Conversation } from '../answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../cli.js';
import { fromNow, table } from '../text.js';

interface Options extends ClientOptions {
  readonly limit: number;
}

/** `gatehouse conversations list` */
export function addConversationsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List conversations, those that began last first.')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ limit, ...options }: Options) => {
      const list = await cli.admin(options).list<Conversation>('/conversations', {}, limit);
      cli.print(options, list, () => render(list.items));
    });
}

function render(conversations: readonly Conversation[]): string {
  if (conversations.length === 0) return 'No conversations.';
  const header = ['ID', 'CHANNEL', 'ACCOUNT', 'KIND', 'CONVERSATION', 'NAME', 'LAST MESSAGE'];
  const rows = conversations.map((each) => [
    ...[each.id, each.channel, each.account, each.kind, each.conversation_id, each.name ?? ''],
    fromNow(each.last_message_at),
  ]);
  return table(header, rows);
}
