import { type Command, Option } from 'commander';
import type { ActionResult } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import { fileAt } from '../../input/file.js';

/** A command for an action of `POST /actions`; its arguments are the action's parameters. */
interface ActionCommand {
  readonly name: string;
  readonly action: ActionResult['action'];
  readonly description: string;
  /** In order; the ones in square brackets may be left out. A `file` is read and sent as `fileField`. */
  readonly args: readonly (readonly [arg: string, help: string])[];
  readonly fileField?: 'buffer' | 'media';
  readonly options?: readonly Option[];
}

const MESSAGE = [
  '<message_id>',
  'the full id of the message, or its short id while the gateway remembers it',
] as const;
const PERSON = ['<address>', "the sender's ID or address on that channel"] as const;
const FILE = ['<file>', 'the file'] as const;
const AS_VOICE = new Option('--as-voice', 'as a voice memo: MP3, CAF or Opus in Ogg');

const ACTIONS: readonly ActionCommand[] = [
  {
    name: 'react',
    action: 'react',
    description: 'React to a message.',
    args: [MESSAGE, ['[emoji]', 'the reaction, such as 👍']],
    options: [new Option('--remove', 'remove the reaction')],
  },
  {
    name: 'edit',
    action: 'edit',
    description: 'Edit a sent message.',
    args: [MESSAGE, ['<text>', 'the new text']],
  },
  { name: 'unsend', action: 'unsend', description: 'Unsend a message.', args: [MESSAGE] },
  {
    name: 'reply',
    action: 'reply',
    description: 'Answer a message.',
    args: [MESSAGE, ['<text>', 'the answer']],
    options: [
      new Option('--reply-style <style>', 'where to post it, on channels with threads').choices([
        'thread',
        'top-level',
      ]),
    ],
  },
  {
    name: 'send-with-effect',
    action: 'sendWithEffect',
    description: 'Send text with an effect.',
    args: [
      ['<effect_id>', 'name of the effect, such as slam'],
      ['<text>', 'the text'],
    ],
  },
  {
    name: 'send-attachment',
    action: 'sendAttachment',
    description: 'Send a file.',
    args: [FILE],
    fileField: 'buffer',
    options: [AS_VOICE],
  },
  {
    name: 'rename-group',
    action: 'renameGroup',
    description: 'Rename a group.',
    args: [['<display_name>', 'the new name']],
  },
  {
    name: 'set-group-icon',
    action: 'setGroupIcon',
    description: 'Change the icon of a group.',
    args: [FILE],
    fileField: 'media',
  },
  {
    name: 'add-participant',
    action: 'addParticipant',
    description: 'Add a person to a group.',
    args: [PERSON],
  },
  {
    name: 'remove-participant',
    action: 'removeParticipant',
    description: 'Remove a person from a group.',
    args: [PERSON],
  },
  { name: 'leave-group', action: 'leaveGroup', description: 'Leave a group.', args: [] },
];

interface ActionOptions extends ClientOptions {
  readonly channel: string;
  readonly target?: string;
  readonly account?: string;
  readonly remove?: true;
  readonly asVoice?: true;
  readonly replyStyle?: string;
}

/** `gatehouse message react` and the like: `POST /actions` (spec 2-imbridge "Agent actions and their parameters") */
export function addMessageActions(parent: Command, cli: Cli): void {
  for (const each of ACTIONS) addAction(parent, cli, each);
}

/** Longer than the gateway gives a service for an action. */
const ACTION_MS = 90_000;

function addAction(parent: Command, cli: Cli, own: ActionCommand): void {
  const command = cli.withClientOptions(parent.command(own.name)).description(own.description);
  for (const [name, help] of own.args) command.argument(name, help);
  command
    .requiredOption('--channel <channel>', 'for example imbridge')
    .option(
      '--target <target>',
      "the target, in one of the channel's forms; not needed for a full message id",
    )
    .option('--account <account>', 'our account on the channel (default: the only one)');
  for (const option of own.options ?? []) command.addOption(option);
  command.action(async () => {
    const { channel, target, account, remove, asVoice, replyStyle, ...options } =
      command.opts<ActionOptions>();
    const settings = { remove, as_voice: asVoice, reply_style: replyStyle };
    const parameters = await parametersOf(own, command.processedArgs as readonly (string | undefined)[]);
    const body = { channel, account, target, action: own.action, ...parameters, ...settings };
    const result = await cli.admin(options, ACTION_MS).post<ActionResult>('/actions', body);
    cli.print(options, result, () => resultText(result));
  });
}

async function parametersOf({ args, fileField }: ActionCommand, given: readonly (string | undefined)[]) {
  const named = Object.fromEntries(args.map(([name], index) => [name.replace(/[<>[\]]/g, ''), given[index]]));
  const { file, ...others } = named;
  if (file === undefined || fileField === undefined) return others;
  const { buffer, filename } = await fileAt('<file>', file);
  return fileField === 'media' ? { media: buffer } : { buffer, filename };
}

const resultText = ({ status, message_id, delivery_ids, note }: ActionResult): string => {
  const which = [...(message_id === null ? [] : [message_id]), ...delivery_ids].join(', ');
  return [status, ...(which === '' ? [] : [which]), ...(note === null ? [] : [note])].join(': ');
};
