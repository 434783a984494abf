import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { BridgeError } from '../common/envelopes.js';
import type { SendMethod } from '../messages/outbox.js';
import { DIRECT, GROUP } from '../messages/store.js';
import type { ChatRow, MessageRow, Service } from '../common/types.js';
import { validate } from '../common/validation.js';
import { restChat } from '../messages/wire.js';
import type { Json, Route } from './route.js';
import { text } from './route.js';
import { fieldsOf, sentForm } from './send.routes.js';

const RULES = {
  addresses: 'required|array',
  message: 'string',
  method: 'string|in:apple-script,private-api',
  service: 'string|in:iMessage,SMS',
  tempGuid: 'string',
  effectId: 'string',
  subject: 'string',
};

/** `POST /chat/new`: creates the chat by sending its first message (imbridge-wire 2.7). */
export function newChatRoutes(core: BridgeCore): readonly Route[] {
  return [{ method: 'post', path: '/chat/new', handle: ({ body }) => create(core, body) }];
}

async function create(core: BridgeCore, body: Json): Promise<Answer> {
  validate(body, RULES);
  const addresses = (body.addresses as unknown[]).map(String);
  const method: SendMethod = body.method === 'private-api' ? 'private-api' : 'apple-script';
  refuseImpossible(core, body, { method, addresses });
  const chat = chatFor(core, addresses, body.service === 'SMS' ? 'SMS' : 'iMessage');
  const row = await sendFirst(core, body, { method, chat });
  if (method === 'apple-script' && core.host.major >= 26) {
    // The bridge looks for `iMessage;-;…`, but the chat is stored as `any;-;…`: it fails after the send.
    throw new Error('Failed to find the created chat!');
  }
  const tempGuid = text(body.tempGuid);
  const first = { ...sentForm(row, true), ...(tempGuid ? { tempGuid } : {}) };
  return { message: 'Successfully created chat!', data: { ...restChat(chat, true), messages: [first] } };
}

/** Each refusal has the shape of an unhandled error. */
function refuseImpossible(
  core: BridgeCore,
  body: Json,
  plan: { readonly method: SendMethod; readonly addresses: readonly string[] },
): void {
  const hasMessage = text(body.message) !== undefined;
  if (plan.method === 'private-api') {
    if (!hasMessage) throw new Error('A message is required when creating chats with the Private API!');
    if (core.host.privateApiProblem !== undefined) throw new Error(core.host.privateApiProblem);
    return;
  }
  if (plan.addresses.length > 1) {
    throw new Error('Cannot create group chats on macOS Big Sur or newer!');
  }
  if (!hasMessage) {
    throw new Error('A message is required when creating chats on macOS Big Sur or newer!');
  }
}

function chatFor(core: BridgeCore, addresses: readonly string[], service: Service): ChatRow {
  const [only] = addresses;
  if (addresses.length === 1 && only !== undefined) return core.store.directChat(only, service);
  const wanted = new Set(addresses);
  const known = core.store.chats.find(
    (chat) =>
      chat.style !== DIRECT &&
      chat.participants.length === wanted.size &&
      chat.participants.every((each) => wanted.has(each.address)),
  );
  return known ?? core.store.addChat({ style: GROUP, service, participants: addresses });
}

async function sendFirst(
  core: BridgeCore,
  body: Json,
  plan: { readonly method: SendMethod; readonly chat: ChatRow },
): Promise<MessageRow> {
  try {
    return await core.outbox.send({
      chatGuid: plan.chat.guid,
      method: plan.method,
      tempGuid: text(body.tempGuid),
      errorTitle: 'Message Send Error',
      fields: { ...fieldsOf(body), text: text(body.message) ?? '' },
    });
  } catch (error) {
    if (error instanceof BridgeError && error.status === 500)
      throw new Error(error.message, { cause: error });
    throw error;
  }
}
