import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { durationMs } from '../../../common/index.js';
import type { Hold, Release } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import { fromNow, printable } from '../../output/text.js';

interface HoldOptions extends ClientOptions {
  readonly for?: number;
  readonly note?: string;
}

/** `gatehouse conversations hold <id>` */
export function addConversationsHold(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('hold'))
    .description(
      'Take a conversation over from the assistant, which keeps silent there; also changes a hold.',
    )
    .argument('<id>', 'as `conversations list` shows it')
    .option('--for <time>', 'ends by itself after this time, for instance 30m, 2h or 1d', duration)
    .option('--note <text>', 'for operators')
    .action(async (id: string, { for: forMs, note, ...options }: HoldOptions) => {
      const until = forMs === undefined ? null : new Date(Date.now() + forMs).toISOString();
      const terms = { until, note: note ?? null };
      const hold = await cli.admin(options).put<Hold>(`/conversations/${encodeURIComponent(id)}/hold`, terms);
      cli.print(options, hold, () => heldText(id, hold));
    });
}

interface ReleaseOptions extends ClientOptions {
  readonly answer?: boolean;
}

/** `gatehouse conversations release <id>` */
export function addConversationsRelease(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('release'))
    .description('Hand a conversation back to the assistant, which then knows what was said meanwhile.')
    .argument('<id>', 'as `conversations list` shows it')
    .option('--answer', 'the last open message is answered now, not only the next one')
    .action(async (id: string, { answer = false, ...options }: ReleaseOptions) => {
      const path = `/conversations/${encodeURIComponent(id)}/hold?answer=${String(answer)}`;
      const release = await cli.admin(options).remove<Release>(path);
      cli.print(options, release, () => releasedText(id, release, answer));
    });
}

function duration(text: string): number {
  const ms = durationMs(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a time such as 30m, 2h or 1d.');
  return ms;
}

/** The holder and the end of a hold, on one line. */
export const holdText = ({ by, until }: Hold): string =>
  `${printable(by)}${until === null ? '' : `, ends ${fromNow(until)}`}`;

function heldText(id: string, { until }: Hold): string {
  const end = until === null ? '' : `, and it is over ${fromNow(until)} by itself`;
  return `${id} is held: the assistant keeps silent there. \`gatehouse conversations release ${id}\` ends it${end}.`;
}

function releasedText(id: string, { hold, answers }: Release, isAnswered: boolean): string {
  if (hold === null) return `Nobody held ${id}.`;
  const beginning = `${id} is handed back after ${fromNow(hold.since).replace(/ ago$/, '')}`;
  if (answers !== null) return `${beginning}: the assistant answers the last open message (${answers}).`;
  return `${beginning}: the assistant answers its next message${isAnswered ? '; none was open' : ''}.`;
}
