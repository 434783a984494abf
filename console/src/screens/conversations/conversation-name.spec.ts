import { nameOf } from './conversation-name.js';

it.each([
  { kind: 'direct', conversation_id: 'iMessage;-;+12025550143', name: 'Kim', shown: 'Kim' },
  { kind: 'direct', conversation_id: 'iMessage;-;+12025550143', name: null, shown: '+12025550143' },
  { kind: 'direct', conversation_id: 'a:1x', name: null, shown: 'a:1x' },
  { kind: 'channel', conversation_id: '19:a;messageid=1', name: null, shown: '19:a;messageid=1' },
] as const)('shows $conversation_id of kind $kind, named $name, as $shown', ({ shown, ...conversation }) => {
  expect(nameOf(conversation)).toBe(shown);
});
