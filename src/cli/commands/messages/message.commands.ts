import { jsonObject } from '../../input/json-object.js';
import { type Command, Option } from 'commander';
import type { SentMessage } from '../../gateway/answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';
import { fileAt } from '../../input/file.js';
import { addMessageActions } from './message-actions.commands.js';

/** `gatehouse message …` */
export function addMessage(program: Command, cli: Cli): void {
  const message = program
    .command('message')
    .description('Send, react to, edit and unsend messages, and manage groups.');
  for (const add of [addMessageSend, addMessagePoll, addMessageActions]) add(message, cli);
  for (const command of message.commands) command.addHelpText('after', '\nTargets:');
  addTargets(program, [OWN_TARGETS]);
}

const TARGET = "the target, in one of the channel's forms";
/** Of the channel that needs no plugin (spec 2-imbridge, "Delivery targets"). */
const OWN_TARGETS: ChannelTargets = {
  channel: 'imbridge',
  targets: 'a phone number, an email address, chat_guid:<guid>, chat_id:<id>, chat_identifier:<identifier>',
};

/** The forms of a channel's targets. */
export interface ChannelTargets {
  readonly channel: string;
  readonly targets: string;
}

/** Names the targets of further channels in the help of `gatehouse message …`. */
export function addTargets(program: Command, channels: readonly ChannelTargets[]): void {
  const message = program.commands.find((each) => each.name() === 'message');
  const lines = channels.map(({ channel, targets }) => `  ${channel}: ${targets}`);
  for (const command of message?.commands ?? []) command.addHelpText('after', lines.join('\n'));
}

interface SendOptions extends ClientOptions {
  readonly channel: string;
  readonly target: string;
  readonly account?: string;
  readonly message?: string;
  readonly card?: object;
  readonly media?: string;
  readonly mediaPath?: string;
  readonly replyTo?: string;
  readonly replyStyle?: string;
}

/** `gatehouse message send` (spec 3-workchat "Gateway commands and tool calls") */
function addMessageSend(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('send'))
    .description('Send a message as the assistant.')
    .requiredOption('--channel <channel>', 'for example imbridge')
    .requiredOption('--target <target>', TARGET)
    .option('--message <text>', 'the text; long text is split into several messages')
    .option(
      '--card <card_json>',
      "a card in the service's own JSON schema; the text is then optional",
      jsonObject,
    )
    .option('--media <file>', 'a file, sent after the text')
    .option('--media-path <path>', "a file on the gateway's machine instead, inside media.allowedFolders")
    .option('--account <account>', 'our account on the channel (default: the only one)')
    .option('--reply-to <message>', 'id of the message to reply to')
    .addOption(
      new Option('--reply-style <style>', 'where to post it, on channels with threads').choices([
        'thread',
        'top-level',
      ]),
    )
    .action(async ({ message, card, media, mediaPath, ...options }: SendOptions) => {
      if ([message, card, media, mediaPath].every((given) => given === undefined))
        throw new CliFailure('pass --message, --card or --media', EXIT.usage);
      if (media !== undefined && mediaPath !== undefined)
        throw new CliFailure('pass --media or --media-path, not both', EXIT.usage);
      const { channel, target, account, replyTo, replyStyle } = options;
      const remote = mediaPath === undefined ? undefined : { path: mediaPath };
      const file = media === undefined ? remote : await fileAt('--media', media);
      const body = { channel, account, target, message, card, media: file };
      const reply = { reply_to: replyTo, reply_style: replyStyle };
      const sent = await cli.admin(options).post<SentMessage>('/messages', { ...body, ...reply });
      cli.print(options, sent, () => `Queued for delivery: ${sent.delivery_ids.join(', ')}`);
    });
}

interface PollOptions extends ClientOptions {
  readonly channel: string;
  readonly account?: string;
  readonly target: string;
  readonly question: string;
  readonly option: readonly string[];
  readonly maxSelections?: number;
}

interface AskedPoll {
  readonly poll_id: string;
  readonly delivery_id: string;
}

const collected = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** `gatehouse message poll` */
function addMessagePoll(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('poll'))
    .description('Create a poll; `polls show` then counts the votes.')
    .requiredOption('--channel <channel>', 'for example workchat')
    .option('--account <account>', 'our account on the channel (default: the only one)')
    .requiredOption('--target <target>', TARGET)
    .requiredOption('--question <text>', 'the question')
    .requiredOption('--option <text>', 'an answer option; repeat for each one', collected)
    .option('--max-selections <number>', 'how many options a voter may choose (default: 1)', positiveNumber)
    .action(
      async ({ channel, account, target, question, option, maxSelections, ...options }: PollOptions) => {
        const words = { question, options: option, max_selections: maxSelections };
        const asked = await cli
          .admin(options)
          .post<AskedPoll>('/polls', { channel, account, target, ...words });
        cli.print(options, asked, () => `Poll ${asked.poll_id} queued as delivery ${asked.delivery_id}.`);
      },
    );
}
