import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { notFound } from '../common/envelopes.js';
import { queryMessages } from '../messages/message-query.js';
import type { ChatRow, MessageRow } from '../common/types.js';
import { validate } from '../common/validation.js';
import { restChat, restMessage } from '../messages/wire.js';
import { restForm } from './message.routes.js';
import type { Call, Json, Route } from './route.js';
import { hasOne, numberOr, text, withList } from './route.js';

const QUERY_RULES = {
  guid: 'string',
  with: 'array',
  sort: 'string|in:lastmessage',
  offset: 'numeric|min:0',
  limit: 'numeric|min:1|max:1000',
};
const MESSAGES_RULES = {
  sort: 'string|in:ASC,DESC',
  after: 'numeric|min:0',
  before: 'numeric|min:1',
  offset: 'numeric|min:0',
  limit: 'numeric|min:1|max:1000',
};

/** Reading chats (imbridge-wire 2.7). */
export function chatRoutes(core: BridgeCore): readonly Route[] {
  return [
    { method: 'post', path: '/chat/query', handle: ({ body }) => query(core, body) },
    { method: 'get', path: '/chat/:guid', handle: (call) => find(core, call) },
    { method: 'get', path: '/chat/:guid/message', handle: (call) => messages(core, call) },
  ];
}

export function chatOf(core: BridgeCore, call: Call): ChatRow {
  const chat = core.store.chatByGuid(call.params.guid ?? '');
  if (!chat) throw notFound('Chat does not exist!');
  return chat;
}

function query(core: BridgeCore, body: Json): Answer {
  validate(body, QUERY_RULES);
  const guid = text(body.guid);
  const found = core.store.chats.filter(
    (chat) => chat.participants.length > 0 && (guid === undefined || chat.guid === guid),
  );
  if (text(body.sort) === 'lastmessage') found.sort((a, b) => lastRowId(core, b) - lastRowId(core, a));
  const offset = numberOr(body.offset, 0);
  const page = found.slice(offset, offset + numberOr(body.limit, 1000));
  const withLast = hasOne(withList(body.with), 'lastmessage', 'last-message');
  const data = page.map((chat) => chatJson(core, chat, { participants: true, lastMessage: withLast }));
  // Offset and limit repeat those of the request, so they are absent when it has none.
  const metadata = { count: data.length, total: found.length, offset: body.offset, limit: body.limit };
  return { data, metadata };
}

function find(core: BridgeCore, call: Call): Answer {
  const list = withList(call.query.with);
  const participants = hasOne(list, 'participants');
  const lastMessage = hasOne(list, 'lastmessage', 'last-message');
  return { data: chatJson(core, chatOf(core, call), { participants, lastMessage }) };
}

function messages(core: BridgeCore, call: Call): Answer {
  const { query } = call;
  validate(query, MESSAGES_RULES);
  const page = queryMessages(core.store.messages, {
    chatGuid: chatOf(core, call).guid,
    where: [],
    sort: query.sort === 'ASC' ? 'ASC' : 'DESC',
    after: numberOr(query.after, undefined),
    before: numberOr(query.before, undefined),
    offset: numberOr(query.offset, 0),
    limit: numberOr(query.limit, 100),
  });
  const form = restForm(withList(query.with));
  const data = page.rows.map((row) => restMessage(row, { ...form, chats: false }));
  const { offset, limit, total } = page;
  return { data, metadata: { offset, limit, total, count: data.length } };
}

function chatJson(
  core: BridgeCore,
  chat: ChatRow,
  form: { readonly participants: boolean; readonly lastMessage: boolean },
): Json {
  const last = form.lastMessage ? lastMessage(core, chat) : undefined;
  return {
    ...restChat(chat, form.participants),
    ...(last ? { lastMessage: restMessage(last, { chats: false }) } : {}),
  };
}

const lastMessage = (core: BridgeCore, chat: ChatRow): MessageRow | undefined =>
  chat.lastGuid === null ? undefined : core.store.messageByGuid(chat.lastGuid);

const lastRowId = (core: BridgeCore, chat: ChatRow): number => lastMessage(core, chat)?.originalROWID ?? 0;
