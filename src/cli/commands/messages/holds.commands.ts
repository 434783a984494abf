import { Argument, InvalidArgumentError, Option } from 'commander';
import { durationMs } from '../../../common/index.js';
import type { Hold, Release } from '../../gateway/answers.js';
import { fromNow, printable } from '../../output/text.js';
import { apiCommand, type Identified } from '../api-command.js';

const ID = new Argument('<id>', 'id from `conversations list`');
const pathOf = (id: string): string => `/conversations/${encodeURIComponent(id)}/hold`;

interface Terms extends Identified {
  readonly for?: number;
  readonly note?: string | null;
}

/** `gatehouse conversations hold <id>` */
export const addConversationsHold = apiCommand({
  name: 'hold',
  description:
    'Take a conversation over from the assistant, which then stays silent there; also changes an existing hold.',
  args: [ID],
  options: [
    new Option(
      '--for <time>',
      'end the hold automatically after this time, for example 30m, 2h or 1d',
    ).argParser(duration),
    new Option('--note <text>', 'for operators'),
  ],
  call: (admin, { id, for: forMs, note = null }: Terms) => {
    const until = forMs === undefined ? null : new Date(Date.now() + forMs).toISOString();
    return admin.put<Hold>(pathOf(id), { until, note });
  },
  text: (hold, { given }) => heldText(given.id, hold),
});

/** `gatehouse conversations release <id>` */
export const addConversationsRelease = apiCommand({
  name: 'release',
  description: 'Hand a conversation back to the assistant, which then sees the messages from the hold.',
  args: [ID],
  options: [new Option('--answer', 'answer the last open message now instead of waiting for the next one')],
  call: (admin, { id, answer = false }: Identified & { readonly answer?: boolean }) =>
    admin.remove<Release>(`${pathOf(id)}?answer=${String(answer)}`),
  text: (release, { given: { id, answer = false } }) => releasedText(id, release, answer),
});

function duration(text: string): number {
  const ms = durationMs(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration such as 30m, 2h or 1d.');
  return ms;
}

/** The holder and the end of a hold, on one line. */
export const holdText = ({ by, until }: Hold): string =>
  `${printable(by)}${until === null ? '' : `, ends ${fromNow(until)}`}`;

function heldText(id: string, { until }: Hold): string {
  const end = until === null ? '' : `, and it ends automatically ${fromNow(until)}`;
  return `${id} is held: the assistant stays silent there. \`gatehouse conversations release ${id}\` ends the hold${end}.`;
}

function releasedText(id: string, { hold, answers }: Release, isAnswered: boolean): string {
  if (hold === null) return `${id} was not held.`;
  const beginning = `${id} is handed back after ${fromNow(hold.since).replace(/ ago$/, '')}`;
  if (answers !== null) return `${beginning}: the assistant answers the last open message (${answers}).`;
  return `${beginning}: the assistant answers the next message${isAnswered ? '; none was open' : ''}.`;
}
