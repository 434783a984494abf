import type { Command } from 'commander';
import type { Poll } from '../answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../cli.js';
import { fromNow, table } from '../text.js';

interface Options extends ClientOptions {
  readonly limit: number;
}

/** `gatehouse polls list` */
export function addPollsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List polls, newest first.')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ limit, ...options }: Options) => {
      const list = await cli.admin(options).list<Poll>('/polls', {}, limit);
      cli.print(options, list, () => render(list.items));
    });
}

function render(polls: readonly Poll[]): string {
  if (polls.length === 0) return 'No polls.';
  const header = ['ID', 'CHANNEL', 'CONVERSATION', 'VOTERS', 'MADE', 'QUESTION'];
  const rows = polls.map((each) => [
    ...[each.id, each.channel, each.conversation_id, String(each.voter_count)],
    ...[fromNow(each.created_at), each.question],
  ]);
  return table(header, rows);
}
