import type { Command } from 'commander';
import type { Access } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import { refuseUnknown } from '../../gateway/known-channels.js';
import { reasonLines } from '../../output/reason-text.js';
import { asCalled, printable } from '../../output/text.js';

interface Options extends ClientOptions {
  readonly account?: string;
  readonly conversation?: string;
}

/** `gatehouse access <channel> <sender>` */
export function addAccess(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('access'))
    .description('Tell what a message of somebody would get now, and why; changes nothing.')
    .argument('<channel>', 'for instance imbridge')
    .argument('<sender>', 'as people write it on that channel; may be somebody never seen')
    .option('--account <account>', 'our account on the channel (default: the only one)')
    .option('--conversation <id>', 'a group or channel (default: their direct chat)')
    .action(async (channel: string, sender: string, { account, conversation, ...options }: Options) => {
      const admin = cli.admin(options);
      const asked = { channel, account, sender_id: sender, conversation_id: conversation };
      const answer = await admin.get<Access>(pathOf(asked)).catch(async (error: unknown) => {
        await refuseUnknown(admin, channel);
        throw error;
      });
      cli.print(options, answer, () => asCalled(cli.world, render(answer)));
    });
}

function pathOf(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/access?${new URLSearchParams(given).toString()}`;
}

type Judgement = Omit<Access, 'channel' | 'account' | 'sender_id' | 'conversation_id' | 'with_mention'>;

const VERDICTS: Readonly<Record<Judgement['verdict'], string>> = {
  answer: 'is answered',
  context: 'is kept for the next answer, and not answered',
  code: 'is answered with a pairing code',
  dropped: 'is dropped',
};

function render({ channel, account, sender_id, conversation_id, with_mention, ...plain }: Access): string {
  const where = conversation_id === null ? '' : `, in ${conversation_id}`;
  const head = printable(`${sender_id} on ${channel} (${account})${where}`);
  const commands = plain.may_command ? 'may give commands' : 'may not give the commands of an operator';
  const isSame = with_mention?.verdict === plain.verdict && with_mention.reason === plain.reason;
  const texts =
    with_mention && !isSame
      ? [judgement(plain, ' without a mention'), judgement(with_mention, ' that mentions the assistant')]
      : [judgement(plain)];
  return [head, `They ${commands}.`, '', texts.join('\n\n')].join('\n');
}

const judgement = (each: Judgement, which = ''): string =>
  [`A message${which} ${VERDICTS[each.verdict]}.`, ...reasonLines(each)].join('\n');
