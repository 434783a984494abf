import type { ConnectorRegistry, InboundEvent } from '../../channels/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { SenderGate } from '../gate/sender-gate.service.js';
import type { Approval, AskedIn } from './approval.js';
import { deciderOf, Deciders } from './deciders.service.js';

const askedIn = {
  channel: 'fake',
  account: 'default',
  accessKeys: [],
  conversation: { id: 'g', kind: 'group' },
  sender: { id: 'ann' },
} as unknown as AskedIn;
const place = (channel: string) => ({ channel, account: 'default', conversation: 'g' }) as never;

/** Where requesters may not decide alone. */
const decidersWith = (...listed: readonly string[]) =>
  new Deciders(
    {
      findAccount: () => ({
        allowFrom: { anyone: false, keys: new Set(listed.map((name) => `sender:${name}`)) },
        groupAllowFrom: { anyone: false, keys: new Set() },
      }),
    } as unknown as ConnectorRegistry,
    { isAuthorized: () => true } as unknown as SenderGate,
    { get: () => ({ byRequester: false }) } as unknown as GatehouseConfig,
  );

describe('the requester of a call, who may not decide alone,', () => {
  it.each([
    ['fake', 'ann', 'approval-of-their-own'],
    ['fake', 'ben', undefined],
    ['other', 'ann', undefined],
  ])('is known by channel and address: %s/%s', (channel, id, reason) => {
    const shown = [{ target: place(channel), deliveryId: 'dlv_1' }];
    const event = {
      channel,
      account: 'default',
      conversation: { id: 'g', kind: 'group' },
      sender: { id, isSelf: false },
    } as unknown as InboundEvent;
    const refusal = decidersWith().refusalOf({ shown, askedIn } as unknown as Approval, event);
    expect(refusal?.reason).toBe(reason);
  });

  it.each([
    ['fake', 'ann', false],
    ['fake', 'ben', true],
    ['other', 'ann', true],
  ])('does not count where only they are listed: %s/%s', (channel, listed, isAnybody) => {
    expect(decidersWith(listed).isAnybodyAt(place(channel), askedIn)).toBe(isAnybody);
  });
});

describe('the people who may decide about a call', () => {
  const direct = (id: string) => ({ id, kind: 'direct' });
  const event = (more: object = {}) =>
    ({
      channel: 'fake',
      account: 'default',
      conversation: { id: 'g', kind: 'group' },
      sender: { id: 'ben', isSelf: false },
      ...more,
    }) as unknown as InboundEvent;
  const at = (more: object = {}) => ({ channel: 'fake', account: 'default', conversation: 'g', ...more });
  /** @param listed of the account `default` of the channel `fake` */
  const deciders = ({ isOperator = true, byRequester = true, listed = ['*'], inGroups = ['*'] } = {}) =>
    new Deciders(
      {
        findAccount: (channel: string, account: string) =>
          channel === 'fake' && account === 'default'
            ? { allowFrom: { keys: new Set(listed) }, groupAllowFrom: { keys: new Set(inGroups) } }
            : undefined,
      } as unknown as ConnectorRegistry,
      { isAuthorized: () => isOperator } as unknown as SenderGate,
      { get: () => ({ byRequester }) } as unknown as GatehouseConfig,
    );
  const approvalOf = (...targets: readonly object[]) =>
    ({ askedIn, shown: targets.map((target) => ({ target, deliveryId: 'd' })) }) as unknown as Approval;

  const TOO_LONG = 'This call is too long to show in a chat. Decide with `gatehouse approvals`.';
  const ELSEWHERE = 'This request belongs to another chat. Answer it there.';
  const NO_OPERATOR = 'Only operators (people in the allowlist) can decide this.';
  const OWN = "You can't approve your own request.";
  const ann = { sender: { id: 'ann', isSelf: false } };

  it.each<[string, object[], object, object, string, string]>([
    ['it is shown nowhere', [], {}, {}, 'approval-elsewhere', TOO_LONG],
    ['it is shown in another channel', [at({ channel: 'x' })], {}, {}, 'approval-elsewhere', ELSEWHERE],
    ['it is shown by another account', [at({ account: 'x' })], {}, {}, 'approval-elsewhere', ELSEWHERE],
    ['it is shown in another chat', [at({ conversation: 'x' })], {}, {}, 'approval-elsewhere', ELSEWHERE],
    ['they are no operators', [at()], {}, { isOperator: false }, 'approval-not-allowed', NO_OPERATOR],
    ['they have asked themselves', [at()], ann, { byRequester: false }, 'approval-of-their-own', OWN],
  ])('are not those of an event where %s', (...[_, targets, more, world, reason, text]) => {
    expect(deciders(world).refusalOf(approvalOf(...targets), event(more))).toEqual({ reason, text });
  });

  it('are operators of a place where it is shown, its thread too, and requesters where they may', () => {
    const approval = approvalOf(at({ account: 'x' }), at({ thread: 't' }));
    expect(deciders().refusalOf(approval, event({ thread: 't2' }))).toBeUndefined();
    expect(deciders().refusalOf(approval, event(ann))).toBeUndefined();
    expect(deciders({ byRequester: false }).refusalOf(approval, event())).toBeUndefined();
  });

  it.each<[string, object, object, object, boolean]>([
    ['a decider is listed, behind a place', { listed: ['place:g', 'sender:ben'] }, {}, {}, true],
    ['a decider is listed for groups', { inGroups: ['sender:ben'] }, {}, {}, true],
    ['everyone is let in', { listed: ['*'] }, {}, {}, false],
    ['a place is let in', { listed: ['place:g'] }, {}, {}, false],
    ['only the requester is', { listed: ['sender:ann'] }, {}, {}, true],
    ['only the requester is, who may not', { listed: ['sender:ann'], byRequester: false }, {}, {}, false],
    ['there is no such account', { listed: ['sender:ben'] }, { account: 'x' }, {}, false],
    [
      'the requester is, in their own chat',
      { listed: ['sender:ann'] },
      { conversation: 'chat-ann' },
      { conversation: direct('chat-ann') },
      true,
    ],
    [
      'the requester is, who may not, in their own chat',
      { listed: ['sender:ann', 'sender:ben'], byRequester: false },
      { conversation: 'chat-ann' },
      { conversation: direct('chat-ann') },
      false,
    ],
    [
      'another one is, in the own chat of the requester',
      { listed: ['sender:ben'], inGroups: ['sender:ann'] },
      { conversation: 'chat-ann' },
      { conversation: direct('chat-ann') },
      false,
    ],
    [
      'one is, in another direct chat',
      { listed: ['sender:ben'] },
      { conversation: 'chat-ben' },
      { conversation: direct('chat-ann') },
      true,
    ],
  ])('exist where %s: %5$s', (...[_, world, target, asked, isAnybody]) => {
    const from = { ...askedIn, ...asked };
    const sut = deciders({ listed: [], inGroups: [], ...world });
    expect(sut.isAnybodyAt(at(target) as never, from)).toBe(isAnybody);
    const approval = { askedIn: from, shown: [{ target: at({ channel: 'x' }) }, { target: at(target) }] };
    expect(sut.isAnybodyFor(approval as unknown as Approval)).toBe(isAnybody);
  });

  it('are named as actors by channel and address', () => {
    expect(deciderOf(event({ sender: { id: 'ben', name: 'Ben' } }))).toEqual({
      id: 'sender:fake:ben',
      role: 'operator',
      name: 'Ben',
    });
    expect(deciderOf(event()).name).toBe('ben');
  });
});
