import { type Command, Option } from 'commander';
import type { Cli } from '../../cli.js';
import type { RaisedAlert } from '../../gateway/answers.js';
import { tableOf } from '../../output/table.js';
import { duration, fromNow } from '../../output/text.js';
import { apiCommand, LIMIT, type Limited } from '../api-command.js';

/** `gatehouse alerts …` */
export function addAlerts(program: Command, cli: Cli): void {
  addList(program.command('alerts').description('Show sent alerts.'), cli);
}

const addList = apiCommand({
  name: 'list',
  description: 'List sent alerts, newest first.',
  options: [new Option('--state <state>', 'only open or cleared ones').choices(['open', 'cleared']), LIMIT],
  call: (admin, { state, limit }: Limited & { readonly state?: string }) =>
    admin.list<RaisedAlert>('/alerts', { state }, limit),
  text: tableOf<RaisedAlert>('No alerts were sent.', {
    BEGAN: ({ since, raised_at }) => fromNow(since ?? raised_at),
    LASTED: ({ lasted_seconds }) => (lasted_seconds === null ? 'open' : duration(lasted_seconds)),
    ALERT: 'message',
  }),
});
