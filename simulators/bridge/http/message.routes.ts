import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { notFound } from '../common/envelopes.js';
import { queryMessages } from '../messages/message-query.js';
import { validate } from '../common/validation.js';
import type { RestForm } from '../messages/wire.js';
import { restMessage } from '../messages/wire.js';
import type { Call, Json, Route } from './route.js';
import { hasOne, numberOr, text, withList } from './route.js';

const QUERY_RULES = {
  with: 'array',
  convertAttachments: 'boolean',
  where: 'array',
  sort: 'string|in:ASC,DESC',
  after: 'numeric|min:0',
  before: 'numeric|min:1',
  chatGuid: 'string',
  offset: 'numeric|min:0',
  limit: 'numeric|min:1|max:1000',
};
const COUNT_RULES = { chatGuid: 'string', after: 'numeric|min:0', before: 'numeric|min:1' };

/** Reading messages (imbridge-wire 2.8). */
export function messageRoutes(core: BridgeCore): readonly Route[] {
  return [
    { method: 'get', path: '/message/count', handle: (call) => count(core, call, false) },
    { method: 'get', path: '/message/count/me', handle: (call) => count(core, call, true) },
    { method: 'post', path: '/message/query', handle: (call) => query(core, call.body) },
    { method: 'get', path: '/message/:guid', handle: (call) => find(core, call) },
  ];
}

/** Without `with=attachments` the list is empty, even for a message with files. */
export function restForm(list: ReadonlySet<string>): RestForm {
  return {
    chats: hasOne(list, 'chat', 'chats', 'chat.participants', 'chats.participants'),
    attachments: hasOne(list, 'attachment', 'attachments'),
    attachmentMetadata: hasOne(list, 'attachment.metadata', 'attachments.metadata'),
    attributedBody: hasOne(list, 'attributedbody', 'attributed-body', 'message.attributed-body'),
    messageSummaryInfo: hasOne(
      list,
      'messagesummaryinfo',
      'message-summary-info',
      'message.message-summary-info',
    ),
    payloadData: hasOne(list, 'payloaddata', 'payload-data', 'message.payload-data'),
  };
}

function find(core: BridgeCore, { params, query }: Call): Answer {
  const row = core.store.messageByGuid(params.guid ?? '');
  if (!row) throw notFound('Message does not exist!');
  const list = withList(query.with);
  const participants = hasOne(list, 'chats.participants', 'chat.participants') ? 'all' : false;
  return { data: restMessage(row, { ...restForm(list), participants }) };
}

/** An unknown chat gets the server's plain-text 404 (imbridge-wire 15). */
function query(core: BridgeCore, body: Json): Answer | undefined {
  validate(body, QUERY_RULES);
  const where = (body.where ?? []) as readonly Json[];
  where.forEach((each, index) => {
    const flat = { [`where.${index}.statement`]: each.statement, ...presentArgs(each, index) };
    validate(flat, { [`where.${index}.statement`]: 'required|string', [`where.${index}.args`]: 'present' });
  });
  const chatGuid = text(body.chatGuid);
  if (chatGuid !== undefined && !core.store.chatByGuid(chatGuid)) return undefined;
  const page = queryMessages(core.store.messages, {
    chatGuid,
    where,
    sort: body.sort === 'ASC' ? 'ASC' : 'DESC',
    after: numberOr(body.after, undefined),
    before: numberOr(body.before, undefined),
    offset: numberOr(body.offset, 0) || 0,
    limit: numberOr(body.limit, 100) || 100,
  });
  return { message: 'Successfully fetched messages!', ...pageAnswer(body, page) };
}

function pageAnswer(body: Json, page: ReturnType<typeof queryMessages>): Answer {
  const list = withList(body.with ?? []);
  const participants = hasOne(list, 'chat.participants', 'chats.participants') ? 'groups' : false;
  const convertAttachments = [true, 1, '1', 'true'].includes(body.convertAttachments as string);
  const form: RestForm = { ...restForm(list), participants, convertAttachments };
  const data = page.rows.map((row) => restMessage(row, form));
  const { offset, limit, total } = page;
  return { data, metadata: { offset, limit, total, count: data.length } };
}

const presentArgs = (condition: Json, index: number): Json =>
  'args' in condition ? { [`where.${index}.args`]: condition.args } : {};

function count(core: BridgeCore, { query }: Call, isFromMe: boolean): Answer {
  validate(query, COUNT_RULES);
  const page = queryMessages(core.store.messages, {
    chatGuid: text(query.chatGuid),
    where: isFromMe ? [{ statement: 'message.is_from_me = :me', args: { me: 1 } }] : [],
    sort: 'ASC',
    after: numberOr(query.after, undefined),
    before: numberOr(query.before, undefined),
    offset: 0,
    limit: 0,
  });
  return { data: { total: page.total } };
}
