import type { Command } from 'commander';
import type { PollDetail } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { fromNow, printable, table } from '../text.js';

/** `gatehouse polls show <id>` */
export function addPollsShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('The results of a poll, and who voted.')
    .argument('<id>', 'as `polls list` shows it')
    .action(async (id: string, options: ClientOptions) => {
      const poll = await cli.admin(options).get<PollDetail>(`/polls/${encodeURIComponent(id)}`);
      cli.print(options, poll, () => render(poll));
    });
}

function render({ question, options, voters, max_selections, created_at }: PollDetail): string {
  const counts = options.map(({ text, votes }) => [String(votes), text]);
  const head = `${printable(question)}\n${max_selections} to choose, made ${fromNow(created_at)}`;
  const results = `${head}\n\n${table(['VOTES', 'OPTION'], counts)}`;
  if (voters.length === 0) return `${results}\n\nNobody has voted.`;
  const rows = voters.map((each) => [
    ...[each.sender_id, each.sender_name ?? '', each.selections.join(', ')],
    fromNow(each.voted_at),
  ]);
  return `${results}\n\n${table(['SENDER', 'NAME', 'CHOSE', 'VOTED'], rows)}`;
}
