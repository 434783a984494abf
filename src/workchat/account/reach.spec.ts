import type { AccountSettings, ConversationId } from '../../channels/index.js';
import type { Reference } from '../service/references/references.js';
import { letsAnyoneIn } from './account-parts.js';

const IRENE = '0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30';
const list = (...keys: readonly string[]) => ({ anyone: false, keys: new Set(keys) });
const chat = {
  kind: 'direct',
  conversation: 'a:1' as ConversationId,
  person: { aadObjectId: IRENE, id: '29:x' },
} as Reference;
const crew = { kind: 'group', conversation: '19:1@thread.v2' as ConversationId } as Reference;

type Settings = Partial<AccountSettings> & { readonly place?: object };

function isLetIn(reference: Reference, { place = {}, ...settings }: Settings) {
  const group = () => ({ isExcluded: false, requireMention: true, ...place });
  return letsAnyoneIn(reference, {
    dmPolicy: 'pairing',
    allowFrom: list(),
    groupPolicy: 'allowlist',
    groupAllowFrom: list(),
    ...settings,
    group,
  } as unknown as AccountSettings);
}

it.each<readonly [string, Reference, Settings, boolean]>([
  ['a chat where people are paired', chat, {}, true],
  ['an open chat', chat, { dmPolicy: 'open' }, true],
  [
    'a chat with a person on the list',
    chat,
    { dmPolicy: 'allowlist', allowFrom: list(`sender:${IRENE}`) },
    true,
  ],
  [
    'a chat with a person not on the list',
    chat,
    { dmPolicy: 'allowlist', allowFrom: list('sender:b') },
    false,
  ],
  ['a chat where direct messages are off', chat, { dmPolicy: 'disabled' }, false],
  ['a group without a list', crew, {}, false],
  ['a group with a list', crew, { groupAllowFrom: list('sender:b') }, true],
  ['a group for anyone of the list', crew, { groupAllowFrom: { anyone: true, keys: new Set() } }, true],
  ['an open group', crew, { groupPolicy: 'open' }, true],
  [
    'a group where groups are off',
    crew,
    { groupPolicy: 'disabled', groupAllowFrom: list('sender:b') },
    false,
  ],
  [
    'a group that is not among the places',
    crew,
    { groupAllowFrom: list('sender:b'), place: { isExcluded: true } },
    false,
  ],
  ['a group that is switched off', crew, { groupPolicy: 'open', place: { isOff: true } }, false],
  [
    'a group with an empty list of its own',
    crew,
    { groupAllowFrom: list('b'), place: { allowFrom: list() } },
    false,
  ],
])('%s is welcomed only if someone there may get an answer', (_, reference, settings, expected) => {
  expect(isLetIn(reference, settings)).toBe(expected);
});
