import type { Command } from 'commander';
import type { Conversation, ConversationMessage } from '../../gateway/answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';
import { addConversationsHold, addConversationsRelease, holdText } from './holds.commands.js';

/** `gatehouse conversations …` */
export function addConversations(program: Command, cli: Cli): void {
  const conversations = program
    .command('conversations')
    .description('Show conversations and their messages, take them over and hand them back.');
  const all = [addConversationsList, addConversationsShow, addConversationsHold, addConversationsRelease];
  for (const add of all) add(conversations, cli);
}

interface ListOptions extends ClientOptions {
  readonly limit: number;
  readonly held?: boolean;
  readonly query?: string;
  readonly channel?: string;
  readonly kind?: string;
}

const noneOf = (held: boolean): string => (held ? 'Nobody holds a conversation.' : 'No conversations.');

/** `gatehouse conversations list` */
function addConversationsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List conversations, those with the newest messages first.')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .option('--query <text>', 'only those with this text in their name or id')
    .option('--channel <channel>', 'only those of this channel')
    .option('--kind <kind>', 'only `direct` ones, or those of a `group` or `channel`')
    .option('--held', 'only those that a person holds')
    .action(async ({ limit, held = false, query: q, channel, kind, ...options }: ListOptions) => {
      const query = { q, channel, kind, ...(held && { held: 'true' }) };
      const list = await cli.admin(options).list<Conversation>('/conversations', query, limit);
      const isSearch = [q, channel, kind].some((each) => each !== undefined);
      const none = isSearch ? 'No such conversation.' : noneOf(held);
      cli.print(options, list, (table) => (list.items.length === 0 ? none : renderList(table, list.items)));
    });
}

function renderList(table: Table, conversations: readonly Conversation[]): string {
  const isAnyHeld = conversations.some(({ hold }) => hold);
  const held = isAnyHeld ? ['HELD BY'] : [];
  const header = ['ID', 'CHANNEL', 'ACCOUNT', 'KIND', 'CONVERSATION', 'NAME', ...held, 'LAST MESSAGE'];
  const rows = conversations.map((each) => [
    ...[each.id, each.channel, each.account, each.kind, each.conversation_id, each.name ?? ''],
    ...(isAnyHeld ? [each.hold ? holdText(each.hold) : ''] : []),
    fromNow(each.last_message_at),
  ]);
  return table(header, rows);
}

interface ShowOptions extends ClientOptions {
  readonly limit: number;
}

/** `gatehouse conversations show <id>` */
function addConversationsShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description(
      'Show the messages of a conversation, newest last, with pairing requests, commands, failures and drops.',
    )
    .argument('<id>', 'as `conversations list` shows it')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async (id: string, { limit, ...options }: ShowOptions) => {
      const path = `/conversations/${encodeURIComponent(id)}/messages`;
      const list = await cli.admin(options).list<ConversationMessage>(path, {}, limit);
      cli.print(options, list, () => renderOne(list.items));
    });
}

const renderOne = (messages: readonly ConversationMessage[]): string =>
  messages.length === 0 ? 'Nothing was said.' : messages.toReversed().map(paragraph).join('\n\n');

/** Line breaks are part of a message; other control characters must not reach the terminal. */
function paragraph(message: ConversationMessage): string {
  const { role, kind, sender_id, sender_name, text, reason, at, files } = message;
  const nobody = role === 'assistant' ? 'assistant' : 'somebody';
  const who = sender_name ?? sender_id ?? nobody;
  const sent = message.delivery === null ? '' : `, ${message.delivery.state}`;
  const head = `${printable(who)}, ${kind}${sent}, ${fromNow(at)}  (${message.id})`;
  const why = reason === null ? [] : [unansweredText(kind, reason)];
  const body = [...(text === '' ? [] : text.split('\n')), ...files.map(fileText), ...why];
  return [head, ...body.map((line) => `  ${printable(line)}`)].join('\n');
}

const fileText = ({ name, bytes, media_id }: ConversationMessage['files'][number]): string =>
  `file: ${name}, ${bytes} bytes${media_id === null ? ', not kept' : ''}`;

const unansweredText = (kind: ConversationMessage['kind'], reason: string): string => {
  if (kind === 'command') return reason;
  return `${UNANSWERED[kind] ?? kind}: ${reason}`;
};

const UNANSWERED: Partial<Readonly<Record<ConversationMessage['kind'], string>>> = {
  pairing: 'answered with a pairing code',
  failed: 'answered with an apology',
};
