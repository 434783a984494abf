import type { ConversationRef } from '../../channels/index.js';
import type { ImbridgeAccountConfig, ImbridgeTopConfig } from './account-config.js';
import { settingPathsOf } from './settings.js';

const GROUP = { id: '+;chat123', kind: 'group' } as ConversationRef;
const OTHER = { id: '+;chat9', kind: 'group' } as ConversationRef;

const top = {
  dmPolicy: 'pairing',
  groups: { '*': { requireMention: true }, 'iMessage;+;chat123': { users: ['+12025550143'] } },
} as unknown as ImbridgeTopConfig;

const pathsOf = (own: Partial<ImbridgeAccountConfig>, groupPolicy = 'channels.imbridge.groupPolicy') =>
  settingPathsOf({ top, own: own, path: 'accounts.work.', groupPolicy });

describe('the path of a setting in force', () => {
  it.each([
    ['account.dmPolicy', 'channels.imbridge.accounts.work.dmPolicy'],
    ['account.allowFrom', 'channels.imbridge.allowFrom'],
    ['account.catchUp.maxAgeMinutes', 'channels.imbridge.accounts.work.catchUp.maxAgeMinutes'],
    ['account.enabled', 'channels.imbridge.accounts.work.enabled'],
    ['agent.id', undefined],
  ])('of an account: %s is %s', (name, path) => {
    expect(pathsOf({ dmPolicy: 'open', catchUp: { maxAgeMinutes: 5 } })(name)).toBe(path);
  });

  it('of the only account is that of the channel', () => {
    const only = settingPathsOf({ top, own: top, path: '', groupPolicy: 'channels.defaults.groupPolicy' });
    expect([only('account.dmPolicy'), only('account.enabled'), only('account.groupPolicy')]).toEqual([
      'channels.imbridge.dmPolicy',
      'channels.imbridge.enabled',
      'channels.defaults.groupPolicy',
    ]);
  });

  it.each([
    ['place.requireMention', GROUP, 'channels.imbridge.groups["*"].requireMention'],
    ['place.enabled', GROUP, 'channels.imbridge.groups["+;chat123"].enabled'],
    ['account.groupAllowFrom', GROUP, 'channels.imbridge.groups["iMessage;+;chat123"].users'],
    ['account.groupAllowFrom', OTHER, 'channels.imbridge.groupAllowFrom'],
    ['place.list', GROUP, 'channels.imbridge.groups'],
  ])('of a group: %s in %j is %s', (name, group, path) => {
    expect(pathsOf({})(name, group)).toBe(path);
  });

  it("of a group is in the account's own entry where it has one", () => {
    const own = pathsOf({ groups: { 'iMessage;+;chat123': { requireMention: true } } });
    expect(own('place.requireMention', GROUP)).toBe(
      'channels.imbridge.accounts.work.groups["iMessage;+;chat123"].requireMention',
    );
  });
});
