import type { Command } from 'commander';
import type { Poll, PollDetail } from '../../gateway/answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';

/** `gatehouse polls …` */
export function addPolls(program: Command, cli: Cli): void {
  const polls = program.command('polls').description('Show polls and their results.');
  for (const add of [addPollsList, addPollsShow]) add(polls, cli);
}

interface Options extends ClientOptions {
  readonly limit: number;
}

/** `gatehouse polls list` */
function addPollsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List polls, newest first.')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ limit, ...options }: Options) => {
      const list = await cli.admin(options).list<Poll>('/polls', {}, limit);
      cli.print(options, list, (table) => renderList(table, list.items));
    });
}

function renderList(table: Table, polls: readonly Poll[]): string {
  if (polls.length === 0) return 'No polls.';
  const header = ['ID', 'CHANNEL', 'CONVERSATION', 'VOTERS', 'MADE', 'QUESTION'];
  const rows = polls.map((each) => [
    ...[each.id, each.channel, each.conversation_id, String(each.voter_count)],
    ...[fromNow(each.created_at), each.question],
  ]);
  return table(header, rows);
}

/** `gatehouse polls show <id>` */
function addPollsShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('Show the results of a poll, and who voted.')
    .argument('<id>', 'as `polls list` shows it')
    .action(async (id: string, options: ClientOptions) => {
      const poll = await cli.admin(options).get<PollDetail>(`/polls/${encodeURIComponent(id)}`);
      cli.print(options, poll, (table) => renderOne(table, poll));
    });
}

function renderOne(
  table: Table,
  { question, options, voters, max_selections, created_at }: PollDetail,
): string {
  const counts = options.map(({ text, votes }) => [String(votes), text]);
  const head = `${printable(question)}\n${max_selections} to choose, made ${fromNow(created_at)}`;
  const results = `${head}\n\n${table(['VOTES', 'OPTION'], counts)}`;
  if (voters.length === 0) return `${results}\n\nThere are no votes yet.`;
  const rows = voters.map((each) => [
    ...[each.sender_id, each.sender_name ?? '', each.selections.join(', ')],
    fromNow(each.voted_at),
  ]);
  return `${results}\n\n${table(['SENDER', 'NAME', 'CHOSE', 'VOTED'], rows)}`;
}
