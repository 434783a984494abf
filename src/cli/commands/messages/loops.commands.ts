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
    .description('Manage loop breaks: conversations in which programs seem to answer each other.');
  for (const add of [addList, addEnd]) add(loops, cli);
}

const addList = apiCommand({
  name: 'list',
  description: 'List conversations where answers are paused because programs seem to answer each other.',
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
  description: 'End a loop break, so that the next message is answered.',
  args: [new Argument('<id>', 'id from `loops list`')],
  call: async (admin, { id }: Identified) => {
    await admin.delete(`/loops/${encodeURIComponent(id)}`);
    return { id, ended: true };
  },
  text: ({ id }) => `Ended ${id}: the next message there is answered.`,
});
