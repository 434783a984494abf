import { Argument, type Command, Option } from 'commander';
import type { Conversation, ConversationMessage } from '../../gateway/answers.js';
import type { Cli } from '../../cli.js';
import { type Columns, rowsIn } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';
import { apiCommand, type Identified, LIMIT, type Limited } from '../api-command.js';
import { addConversationsHold, addConversationsRelease, holdText } from './holds.commands.js';

/** `gatehouse conversations …` */
export function addConversations(program: Command, cli: Cli): void {
  const conversations = program
    .command('conversations')
    .description('Show conversations and their messages; take conversations over and hand them back.');
  const all = [addConversationsList, addConversationsShow, addConversationsHold, addConversationsRelease];
  for (const add of all) add(conversations, cli);
}

interface Filter extends Limited {
  readonly held?: boolean;
  readonly query?: string;
  readonly channel?: string;
  readonly kind?: string;
}

const addConversationsList = apiCommand({
  name: 'list',
  description: 'List conversations, most recent message first.',
  options: [
    LIMIT,
    new Option('--query <text>', 'with this text in the name or id'),
    new Option('--channel <channel>', 'only this channel'),
    new Option('--kind <kind>', 'only `direct`, `group` or `channel` ones'),
    new Option('--held', 'only held ones'),
  ],
  call: (admin, { limit, held = false, query: q, channel, kind }: Filter) =>
    admin.list<Conversation>('/conversations', { q, channel, kind, ...(held && { held: 'true' }) }, limit),
  text: ({ items }, { given, table }) => {
    if (items.length === 0) return noneOf(given);
    const isAnyHeld = items.some(({ hold }) => hold);
    return rowsIn(table, { ...PLACE, ...(isAnyHeld && HELD), ...LAST }, items);
  },
});

function noneOf({ held = false, query, channel, kind }: Filter): string {
  if ([query, channel, kind].some((each) => each !== undefined)) return 'No such conversation.';
  return held ? 'No conversation is held.' : 'No conversations.';
}

const PLACE: Columns<Conversation> = {
  ID: 'id',
  CHANNEL: 'channel',
  ACCOUNT: 'account',
  KIND: 'kind',
  CONVERSATION: 'conversation_id',
  NAME: 'name',
};
const HELD: Columns<Conversation> = { 'HELD BY': ({ hold }) => (hold ? holdText(hold) : '') };
const LAST: Columns<Conversation> = { 'LAST MESSAGE': ({ last_message_at }) => fromNow(last_message_at) };

const addConversationsShow = apiCommand({
  name: 'show',
  description:
    'Show the messages of a conversation, newest last, including pairing requests, commands, failures and dropped messages.',
  args: [new Argument('<id>', 'id from `conversations list`')],
  options: [LIMIT],
  call: (admin, { id, limit }: Identified & Limited) =>
    admin.list<ConversationMessage>(`/conversations/${encodeURIComponent(id)}/messages`, {}, limit),
  text: ({ items }) => renderOne(items),
});

const renderOne = (messages: readonly ConversationMessage[]): string =>
  messages.length === 0 ? 'No messages.' : messages.toReversed().map(paragraph).join('\n\n');

/** Line breaks are part of a message; other control characters must not reach the terminal. */
function paragraph(message: ConversationMessage): string {
  const { role, kind, sender_id, sender_name, text, reason, at, files } = message;
  const unnamed = role === 'assistant' ? 'assistant' : 'unknown';
  const who = sender_name ?? sender_id ?? unnamed;
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
