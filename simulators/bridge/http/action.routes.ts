import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { badRequest } from '../common/envelopes.js';
import { tapbackText } from '../people/people.js';
import type { MessageRow } from '../common/types.js';
import { validate } from '../common/validation.js';
import { sentForm } from './send.routes.js';
import type { Call, Json, Route } from './route.js';
import { numberOr, text } from './route.js';

const KINDS = ['love', 'like', 'dislike', 'laugh', 'emphasize', 'question'];
const REACT_RULES = {
  chatGuid: 'required|string',
  selectedMessageGuid: 'required|string',
  reaction: `required|string|in:${[...KINDS, ...KINDS.map((kind) => `-${kind}`)].join(',')}`,
  partIndex: 'numeric|min:0',
};
const EDIT_RULES = {
  editedMessage: 'required|string',
  backwardsCompatibilityMessage: 'required|string',
  partIndex: 'numeric|min:0',
};

/** React, edit, unsend (imbridge-wire 2.6). */
export function actionRoutes(core: BridgeCore): readonly Route[] {
  return [
    { method: 'post', path: '/message/react', privateApi: true, handle: ({ body }) => react(core, body) },
    { method: 'post', path: '/message/:guid/edit', handle: (call) => edit(core, call) },
    { method: 'post', path: '/message/:guid/unsend', handle: (call) => unsend(core, call) },
  ];
}

/** Answers with the tapback's own row as `data`. */
async function react(core: BridgeCore, body: Json): Promise<Answer> {
  validate(body, REACT_RULES);
  const target = core.store.messageByGuid(String(body.selectedMessageGuid));
  if (!target) throw badRequest('Selected message does not exist!');
  const reaction = String(body.reaction);
  const row = await core.outbox.send({
    chatGuid: text(body.chatGuid) ?? '',
    method: 'private-api',
    tempGuid: undefined,
    errorTitle: 'Reaction Send Error',
    keepsTyping: true,
    fields: {
      text: tapbackText(reaction, target),
      associatedMessageGuid: `p:${numberOr(body.partIndex, 0)}/${target.guid}`,
      associatedMessageType: reaction,
    },
  });
  return { message: 'Reaction sent!', data: sentForm(row, true) };
}

async function edit(core: BridgeCore, { params, body }: Call): Promise<Answer> {
  validate(body, EDIT_RULES);
  const row = await core.edits.edit(params.guid ?? '', String(body.editedMessage));
  return changed(row, 'Message edited!');
}

async function unsend(core: BridgeCore, { params, body }: Call): Promise<Answer> {
  validate(body, { partIndex: 'numeric|min:0' });
  return changed(await core.edits.unsend(params.guid ?? ''), 'Message unsent!');
}

const changed = (row: MessageRow, message: string): Answer => ({ message, data: sentForm(row, true) });
