import type { Command } from 'commander';
import type { ConversationMessage } from '../answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../cli.js';
import { fromNow, printable } from '../text.js';

interface Options extends ClientOptions {
  readonly limit: number;
}

/** `gatehouse conversations show <id>` */
export function addConversationsShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('What was said in a conversation, the last messages last, and what was dropped and why.')
    .argument('<id>', 'as `conversations list` shows it')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async (id: string, { limit, ...options }: Options) => {
      const path = `/conversations/${encodeURIComponent(id)}/messages`;
      const list = await cli.admin(options).list<ConversationMessage>(path, {}, limit);
      cli.print(options, list, () => render(list.items));
    });
}

const render = (messages: readonly ConversationMessage[]): string =>
  messages.length === 0 ? 'Nothing was said.' : messages.toReversed().map(paragraph).join('\n\n');

/** A line break is part of what was said; nothing else may steer the terminal. */
function paragraph(message: ConversationMessage): string {
  const { role, kind, sender_id, sender_name, text, reason, at } = message;
  const who = role === 'assistant' ? 'assistant' : (sender_name ?? sender_id ?? 'somebody');
  const head = `${printable(who)}, ${kind}, ${fromNow(at)}  (${message.id})`;
  const body = reason === null ? text : `dropped: ${reason}`;
  return [head, ...body.split('\n').map((line) => `  ${printable(line)}`)].join('\n');
}
