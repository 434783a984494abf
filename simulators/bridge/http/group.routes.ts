import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { badRequest, iMessageError, notFound } from '../common/envelopes.js';
import { DIRECT } from '../messages/store.js';
import { validate } from '../common/validation.js';
import { restChat } from '../messages/wire.js';
import { chatOf } from './chat.routes.js';
import { readForm } from './form.js';
import type { Call, Route } from './route.js';
import { text } from './route.js';

type Change = 'add' | 'remove';

/** The gateway's changes of a group (imbridge-wire 2.7). */
export function groupRoutes(core: BridgeCore): readonly Route[] {
  const participant = (method: 'post' | 'delete', suffix: string, change: Change): Route => ({
    method,
    path: `/chat/:guid/participant${suffix}`,
    privateApi: true,
    handle: (call) => changeParticipant(core, call, change),
  });
  return [
    participant('post', '', 'add'),
    participant('delete', '', 'remove'),
    participant('post', '/add', 'add'),
    participant('post', '/remove', 'remove'),
    { method: 'put', path: '/chat/:guid', privateApi: true, handle: (call) => rename(core, call) },
    { method: 'post', path: '/chat/:guid/leave', privateApi: true, handle: (call) => leave(core, call) },
    { method: 'get', path: '/chat/:guid/icon', handle: (call) => icon(core, call) },
    { method: 'post', path: '/chat/:guid/icon', privateApi: true, handle: (call) => setIcon(core, call) },
    { method: 'delete', path: '/chat/:guid/icon', privateApi: true, handle: (call) => dropIcon(core, call) },
  ];
}

async function rename(core: BridgeCore, call: Call): Promise<Answer> {
  validate(call.body, { displayName: 'string|min:1' });
  const chat = chatOf(core, call);
  const displayName = text(call.body.displayName);
  const data = restChat(chat, true);
  if (displayName === undefined) {
    return { message: 'Chat not updated! No update information provided!', data };
  }
  if (chat.participants.length <= 1) {
    throw iMessageError('Cannot rename a non-group chat!', 'Chat is not a group');
  }
  if (displayName !== chat.displayName) {
    if (core.faults.groupChangesIgnored) {
      await core.timers.sleep(core.faults.unchangedAfterMs);
      throw iMessageError('Chat update executed with errors!', 'Failed to update the display name');
    }
    core.groups.rename(chat, displayName, null);
  }
  return {
    message: 'Successfully updated the following fields: displayName',
    data: { ...data, displayName },
  };
}

/** The host refuses to add a member or to remove another person, and the bridge reports that after its wait. */
async function changeParticipant(core: BridgeCore, call: Call, change: Change): Promise<Answer> {
  validate(call.body, { address: 'required|string' });
  const chat = chatOf(core, call);
  const address = text(call.body.address) ?? '';
  const text5s = `Failed to ${change} participant! Operation took longer than 5 seconds!`;
  const isMember = chat.participants.some((each) => each.address === address);
  if (isMember === (change === 'add') || core.faults.groupChangesIgnored) {
    const ms = core.faults.unchangedAfterMs;
    await core.timers.sleep(core.random.between(ms, Math.ceil((ms * 43) / 30)));
    throw iMessageError('iMessage has encountered an error', text5s);
  }
  if (change === 'add') core.groups.addParticipant(chat, address, null);
  else core.groups.removeParticipant(chat, address, null);
  return { data: restChat(chat, true) };
}

function leave(core: BridgeCore, call: Call): Answer {
  const chat = core.store.chatByGuid(call.params.guid ?? '');
  if (chat) core.groups.leave(chat, null);
  return { message: 'Successfully left chat!' };
}

function icon(core: BridgeCore, call: Call): Answer {
  const { icon } = chatOf(core, call);
  if (!icon) throw notFound('Unable to find icon for the selected chat');
  return { file: icon };
}

function setIcon(core: BridgeCore, call: Call): Answer {
  const chat = chatOf(core, call);
  const file = readForm(call.raw).files.get('icon');
  if (!file || file.content.byteLength === 0) throw badRequest('Icon not provided or was empty!');
  if (chat.style === DIRECT) throw new Error('Cannot set the icon of a chat that is not a group!');
  // An ignored change is answered with 200 too; only a GET and the missing webhook reveal it.
  const contentType = file.contentType === 'application/octet-stream' ? 'image/jfif' : file.contentType;
  if (!core.faults.groupChangesIgnored) {
    core.groups.setIcon(chat, { content: file.content, contentType }, null);
  }
  return { message: 'Successfully set group chat icon!' };
}

function dropIcon(core: BridgeCore, call: Call): Answer {
  const chat = chatOf(core, call);
  if (!core.faults.groupChangesIgnored) core.groups.setIcon(chat, null, null);
  return { message: 'Successfully removed group chat icon!' };
}
