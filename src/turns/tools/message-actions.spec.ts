import { type MessageAction } from '../../conversations/outgoing/actions.js';
import { messageSchema } from './message-actions.js';

const OFFER = { hasCards: true, hasThreads: true, hasFiles: true };
const parametersOf = (action: MessageAction) =>
  Object.keys(messageSchema([action], OFFER).properties as object);

it.each(['react', 'edit', 'unsend'] as const)(
  '%s takes no target: its message is in this conversation',
  (action) => {
    expect(parametersOf(action)).toContain('messageId');
    for (const name of ['to', 'target']) expect(parametersOf(action)).not.toContain(name);
  },
);

it.each([
  ['send', 'target'],
  ['leaveGroup', 'to'],
  ['poll', 'to'],
] as const)('%s takes a target, as %s', (action, name) => {
  expect(parametersOf(action)).toContain(name);
});
