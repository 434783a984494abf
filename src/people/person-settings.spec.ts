import type { ConnectorRegistry } from '../channels/index.js';
import type { GatehouseConfig } from '../config/index.js';
import type { PersonAddress } from './person.js';
import { PersonSettings } from './person-settings.service.js';

/** Its senders are numbers, which people write with blanks, and on an account without the code of its country. */
const connector = {
  accounts: () => [{ account: 'british' }],
  normalizeSender: (account: string, text: string) =>
    text.replaceAll(/[\s()-]/g, '').replace(/^0/, account === 'british' ? '+44' : '0'),
};
const registry = { find: (name: string) => (name === 'phone' ? connector : undefined) };

const naming = (raw: object, address: Partial<PersonAddress> = {}) =>
  new PersonSettings({ raw } as GatehouseConfig, registry as unknown as ConnectorRegistry).naming({
    addresses: [{ channel: 'phone', account: null, senderId: '+12025550143', ...address }],
    userId: null,
    pseudonym: 'erased_x',
  });

it('settings that name a person are found in every spelling, as a value and as a key', () => {
  const raw = {
    channels: {
      phone: {
        allowFrom: ['+1 202 555 0199', '+1 (202) 555-0143'],
        accounts: { second: { groupAllowFrom: ['+12025550143'] } },
        groups: { '*': { toolsBySender: { 'id:+1 202 555 0143': { deny: ['*'] } } } },
      },
    },
    approvals: { to: ['phone:+1 202-555-0143', 'phone/second:+12025550143'] },
    alerts: { to: ['ops', { channel: 'phone', target: '+1 202 555 0143' }] },
    agents: { bindings: [{ agent: 'a', sender: '+12025550143' }] },
  };
  expect(naming(raw)).toEqual([
    'channels.phone.allowFrom[1]',
    'channels.phone.accounts.second.groupAllowFrom[0]',
    'channels.phone.groups["*"].toolsBySender["id:+1 202 555 0143"]',
    'approvals.to[0]',
    'approvals.to[1]',
    'alerts.to[1].target',
    'agents.bindings[0].sender',
  ]);
});

it('a person of all accounts is found as any of them reads a setting, and one of an account as that does', () => {
  const raw = { channels: { phone: { allowFrom: ['020 7946 0018'] } } };
  const senderId = '+442079460018';
  const found = ['channels.phone.allowFrom[0]'];
  expect(naming(raw, { senderId })).toEqual(found);
  expect(naming(raw, { senderId, account: 'british' })).toEqual(found);
  expect(naming(raw, { senderId, account: 'default' })).toEqual([]);
});

it('neither a longer number, nor a sender of another channel of the same name, is the person', () => {
  const other = { other: { allowFrom: ['12345'], port: 12345 } };
  expect(naming({ channels: { phone: { allowFrom: ['+120255501431'] } } })).toEqual([]);
  expect(naming({ channels: other }, { senderId: '12345' })).toEqual([]);
});

it('a channel that is configured no more has its settings named as they are written', () => {
  const raw = { channels: { gone: { allowFrom: ['bob', 'ann'] } } };
  expect(naming(raw, { channel: 'gone', senderId: 'ann' })).toEqual(['channels.gone.allowFrom[1]']);
});
