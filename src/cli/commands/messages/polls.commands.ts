import { Argument, type Command } from 'commander';
import type { Poll, PollDetail } from '../../gateway/answers.js';
import type { Cli } from '../../cli.js';
import { rowsIn, type Table, tableOf } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';
import { apiCommand, type Identified, LIMIT, type Limited } from '../api-command.js';

/** `gatehouse polls …` */
export function addPolls(program: Command, cli: Cli): void {
  const polls = program.command('polls').description('Show polls and their results.');
  for (const add of [addList, addShow]) add(polls, cli);
}

const addList = apiCommand({
  name: 'list',
  description: 'List polls, newest first.',
  options: [LIMIT],
  call: (admin, { limit }: Limited) => admin.list<Poll>('/polls', {}, limit),
  text: tableOf<Poll>('No polls.', {
    ID: 'id',
    CHANNEL: 'channel',
    CONVERSATION: 'conversation_id',
    VOTERS: 'voter_count',
    MADE: ({ created_at }) => fromNow(created_at),
    QUESTION: 'question',
  }),
});

const addShow = apiCommand({
  name: 'show',
  description: 'Show the results of a poll and who voted.',
  args: [new Argument('<id>', 'id from `polls list`')],
  call: (admin, { id }: Identified) => admin.get<PollDetail>(`/polls/${encodeURIComponent(id)}`),
  text: (poll, { table }) => pollText(poll, table),
});

function pollText(
  { question, options, voters, max_selections, created_at }: PollDetail,
  table: Table,
): string {
  const head = `${printable(question)}\nup to ${max_selections} per voter, created ${fromNow(created_at)}`;
  const results = `${head}\n\n${rowsIn(table, { VOTES: 'votes', OPTION: 'text' }, options)}`;
  if (voters.length === 0) return `${results}\n\nNo votes yet.`;
  const columns = {
    SENDER: 'sender_id',
    NAME: 'sender_name',
    CHOSE: ({ selections }: Voter) => selections.join(', '),
    VOTED: ({ voted_at }: Voter) => fromNow(voted_at),
  } as const;
  return `${results}\n\n${rowsIn(table, columns, voters)}`;
}

type Voter = PollDetail['voters'][number];
