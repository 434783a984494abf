import { Argument, Option } from 'commander';
import type { Access } from '../../gateway/answers.js';
import { refusingUnknown } from '../../gateway/known-channels.js';
import { reasonLines } from '../../output/reason-text.js';
import { printable } from '../../output/text.js';
import { ACCOUNT, apiCommand, CHANNEL } from '../api-command.js';

interface Asked {
  readonly channel: string;
  readonly sender: string;
  readonly account?: string;
  readonly conversation?: string;
}

/** `gatehouse access <channel> <sender>` */
export const addAccess = apiCommand({
  name: 'access',
  description: "Preview how a sender's message would be handled, and why; changes nothing.",
  args: [
    CHANNEL,
    new Argument('<sender>', "the sender's ID or address on that channel; may be unknown to the gateway"),
  ],
  options: [ACCOUNT, new Option('--conversation <id>', 'a group or channel (default: their direct chat)')],
  call: (admin, { channel, sender, account, conversation }: Asked) => {
    const query = { channel, account, sender_id: sender, conversation_id: conversation };
    return refusingUnknown(admin, channel, admin.get<Access>('/access', query));
  },
  text: (answer, { asCalled }) => asCalled(render(answer)),
});

type Judgement = Omit<Access, 'channel' | 'account' | 'sender_id' | 'conversation_id' | 'with_mention'>;

const VERDICTS: Readonly<Record<Judgement['verdict'], string>> = {
  answer: 'is answered',
  context: 'is not answered, but kept as context for the next answer',
  code: 'is answered with a pairing code',
  dropped: 'is dropped',
};

function render({ channel, account, sender_id, conversation_id, with_mention, ...plain }: Access): string {
  const where = conversation_id === null ? '' : `, in ${conversation_id}`;
  const head = printable(`${sender_id} on ${channel} (${account})${where}`);
  const commands = plain.may_command ? 'may give commands' : 'may not give operator commands';
  const isSame = with_mention?.verdict === plain.verdict && with_mention.reason === plain.reason;
  const texts =
    with_mention && !isSame
      ? [judgement(plain, ' without a mention'), judgement(with_mention, ' that mentions the assistant')]
      : [judgement(plain)];
  return [head, `They ${commands}.`, '', texts.join('\n\n')].join('\n');
}

const judgement = (each: Judgement, which = ''): string =>
  [`A message${which} ${VERDICTS[each.verdict]}.`, ...reasonLines(each)].join('\n');
