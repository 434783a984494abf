import type { Grants } from '../../access-control/index.js';
import type { ConnectorRegistry, InboundEvent } from '../../channels/index.js';
import { type PastSender, SenderGate } from './sender-gate.service.js';

const listOf = (...names: readonly string[]) => ({
  anyone: false,
  keys: new Set(names.map((name) => `sender:${name}`)),
});
const PLACE = { isExcluded: false, requireMention: true };
const GROUP = { conversation: { id: 'g', kind: 'group' } };
const CHANNEL = { conversation: { id: 'g', kind: 'channel' } };

function eventOf(more: object = {}): InboundEvent {
  const event = {
    kind: 'message',
    channel: 'fake',
    account: 'one',
    accessKeys: ['sender:ann'],
    occurredAt: 0,
    conversation: { id: 'chat-ann', kind: 'direct' },
    sender: { id: 'ann', isSelf: false },
    ...more,
  };
  return event as unknown as InboundEvent;
}
const pastOf = (more: object = {}) => {
  const { sender, ...event } = eventOf(more);
  return { ...event, senderId: sender.id } as unknown as PastSender;
};

/**
 * @param settings of the account `one`; another is not enabled
 * @param grantedAt when ann was let in
 */
function gateWith(settings: object, grantedAt?: number) {
  const asked: unknown[] = [];
  const account = {
    dmPolicy: 'allowlist',
    groupPolicy: 'allowlist',
    allowFrom: listOf(),
    groupAllowFrom: listOf(),
    group: () => PLACE,
    ...settings,
  };
  const registry = {
    account: () => account,
    findAccount: (channel: string, name: string) =>
      channel === 'fake' && name === 'one' ? account : undefined,
  };
  const grants = {
    since: async (sender: object) => {
      asked.push(sender);
      return grantedAt;
    },
    among: async (senders: readonly PastSender[]) => {
      asked.push(...senders.map(({ senderId }) => senderId));
      return new Set(grantedAt === undefined ? [] : senders);
    },
  };
  const gate = new SenderGate(registry as unknown as ConnectorRegistry, grants as unknown as Grants);
  return { gate, asked };
}

describe('the sender of an event', () => {
  const NEEDS_GRANT = [{ channel: 'fake', account: 'one', senderId: 'ann' }];

  it.each<[string, object, object, number | undefined, string, unknown]>([
    ['a program', { dmPolicy: 'open' }, { sender: { id: 'ann', isBot: true } }, undefined, 'bot', []],
    ['one of no account', { dmPolicy: 'open' }, { account: 'two' }, undefined, 'account-not-enabled', []],
    ['one on the list', { allowFrom: listOf('ann') }, {}, undefined, 'listed', []],
    ['one of an open account', { dmPolicy: 'open' }, {}, undefined, 'policy-open', []],
    ['one of a closed account', { dmPolicy: 'disabled' }, {}, 1, 'dm-disabled', []],
    ['one on no list', {}, {}, undefined, 'not-allowlisted', NEEDS_GRANT],
    ['one who was let in', {}, {}, 1_000, 'granted', NEEDS_GRANT],
    ['one who was let in later', {}, {}, 1_001, 'before-approval', NEEDS_GRANT],
    ['one who may ask', { dmPolicy: 'pairing' }, {}, undefined, 'pair', NEEDS_GRANT],
    [
      'one who may ask, and reacts',
      { dmPolicy: 'pairing' },
      { kind: 'notice' },
      undefined,
      'not-paired',
      NEEDS_GRANT,
    ],
    ['one on no list who reacts', {}, { kind: 'notice' }, undefined, 'not-allowlisted', NEEDS_GRANT],
    ['one of a group', { groupAllowFrom: listOf('ann') }, GROUP, undefined, 'listed', []],
    ['one of a group on the other list', { allowFrom: listOf('ann') }, GROUP, 1, 'not-allowlisted', []],
    ['one of an open group', { groupPolicy: 'open' }, GROUP, undefined, 'policy-open', []],
    ['one of an open channel', { groupPolicy: 'open' }, CHANNEL, undefined, 'policy-open', []],
    ['one of closed groups', { groupPolicy: 'disabled' }, GROUP, undefined, 'groups-disabled', []],
    // The service says when it was written only where it was fetched later, and its clock may be 5 s behind.
    [
      'an early one by a later report',
      {},
      { isLate: true, occurredAt: 0 },
      5_001,
      'before-approval',
      NEEDS_GRANT,
    ],
    [
      'one of the last 5 s by a later report',
      {},
      { isLate: true, occurredAt: -4_000 },
      1_000,
      'granted',
      NEEDS_GRANT,
    ],
    [
      'one from the future by a later report',
      {},
      { isLate: true, occurredAt: 9_000 },
      1_001,
      'before-approval',
      NEEDS_GRANT,
    ],
    ['one whose clock is behind', {}, { occurredAt: -9_000 }, 1_000, 'granted', NEEDS_GRANT],
  ])(
    '%s is judged, with a query only where a grant counts',
    async (...[_, settings, more, grantedAt, verdict, queries]) => {
      const { gate, asked } = gateWith(settings, grantedAt);
      const { kind, reason } = {
        reason: 'pair',
        ...(await gate.judge({ event: eventOf(more), receivedAt: 1_000 })),
      };
      expect([reason, asked]).toEqual([verdict, queries]);
      expect(kind).toBe(
        { pair: 'pair', listed: 'admit', granted: 'admit', 'policy-open': 'admit' }[verdict] ?? 'refuse',
      );
    },
  );

  it.each<[string, object, string]>([
    ['its own list, which the account is without', { allowFrom: listOf('ann') }, 'listed'],
    ['its own list, which is without them', { allowFrom: listOf('ben') }, 'not-allowlisted'],
    ['no place on the list', { isExcluded: true }, 'policy-open'],
    ['a place that is switched off', { isOff: true }, 'group-off'],
    [
      'its own list, and is not on that of places',
      { isExcluded: true, allowFrom: listOf('ann') },
      'group-not-listed',
    ],
  ])('in an open group with %s is judged by that', async (_, place, verdict) => {
    const { gate } = gateWith({ groupPolicy: 'open', group: () => ({ ...PLACE, ...place }) });
    expect(await gate.judge({ event: eventOf(GROUP), receivedAt: 1_000 })).toMatchObject({ reason: verdict });
  });

  it('is on the own list of a group for nothing while groups are off', async () => {
    const { gate } = gateWith({
      groupPolicy: 'disabled',
      group: () => ({ ...PLACE, allowFrom: listOf('ann') }),
    });
    const refused = { kind: 'refuse', reason: 'groups-disabled' };
    expect(await gate.judge({ event: eventOf(GROUP), receivedAt: 1_000 })).toEqual(refused);
  });

  it.each<[string, object, object, boolean]>([
    ['named by the list', { allowFrom: listOf('ann') }, {}, true],
    ['named by the list, in a group', { allowFrom: listOf('ann') }, GROUP, true],
    ['named by the list of groups, in one', { groupAllowFrom: listOf('ann') }, GROUP, true],
    ['named by the list of groups, in a direct chat', { groupAllowFrom: listOf('ann') }, {}, false],
    ['one of everyone', { allowFrom: { anyone: true, keys: new Set(['*']) } }, {}, false],
    [
      'let in by the place',
      { allowFrom: { anyone: false, keys: new Set(['place:g']) } },
      { accessKeys: ['place:g'] },
      false,
    ],
    ['named by no list', { dmPolicy: 'open', groupPolicy: 'open' }, GROUP, false],
  ])('%s may give commands where a list names them', (_, settings, more, isAuthorized) => {
    expect(gateWith(settings, 1).gate.isAuthorized(eventOf(more))).toBe(isAuthorized);
  });
});

describe('the senders of earlier messages', () => {
  it.each<[string, object, object, number | undefined, boolean, unknown[]]>([
    ['on the list', { allowFrom: listOf('ann') }, {}, undefined, true, []],
    ['of no account', { dmPolicy: 'open' }, { account: 'two' }, 1, false, []],
    ['on no list', {}, {}, undefined, false, ['ann']],
    ['on no list, who were let in', {}, {}, 9_000, true, ['ann']],
    ['of a closed account', { dmPolicy: 'disabled' }, {}, 1, false, []],
    ['of an open account', { dmPolicy: 'open' }, {}, undefined, true, []],
    ['of a group, on its list', { groupAllowFrom: listOf('ann') }, GROUP, undefined, true, []],
    ['of a group, on no list', { allowFrom: listOf('ann') }, GROUP, 1, false, []],
    ['of an open group', { groupPolicy: 'open' }, GROUP, undefined, true, []],
  ])('%s still have access, or no longer', async (...[_, settings, more, grantedAt, isLetIn, queries]) => {
    const { gate, asked } = gateWith(settings, grantedAt);
    const past = pastOf(more);
    expect([...(await gate.stillLetIn([past]))]).toEqual(isLetIn ? [past] : []);
    expect(asked).toEqual(queries);
  });
});
