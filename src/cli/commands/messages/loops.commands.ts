import { Argument, type Command } from 'commander';
import type { LoopBreak } from '../../gateway/answers.js';
import type { Cli } from '../../cli.js';
import { tableOf } from '../../output/table.js';
import { fromNow } from '../../output/text.js';
import { apiCommand, type Identified } from '../api-command.js';

/** `gatehouse loops …` */
export function addLoops(program: Command, cli: Cli): void {
  const loops = program
    .command('loops')
    .description('Manage conversations in which programs answer each other.');
  for (const add of [addList, addEnd]) add(loops, cli);
}

const addList = apiCommand({
  name: 'list',
  description: 'List conversations without answers because programs seem to answer each other there.',
  call: (admin) => admin.whole<LoopBreak>('/loops'),
  text: tableOf<LoopBreak>('No loop breaks.', {
    ID: 'id',
    CHANNEL: 'channel',
    CONVERSATION: 'conversation_id',
    ROUNDS: 'rounds',
    SINCE: ({ broken_at }) => fromNow(broken_at),
    ENDS: ({ ends_at }) => fromNow(ends_at),
  }),
});

const addEnd = apiCommand({
  name: 'end',
  description: 'End a loop break: the next message there is answered.',
  args: [new Argument('<id>', 'as `loops list` shows it')],
  call: async (admin, { id }: Identified) => {
    await admin.delete(`/loops/${encodeURIComponent(id)}`);
    return { id, ended: true };
  },
  text: ({ id }) => `${id} is over: its next message is answered.`,
});
