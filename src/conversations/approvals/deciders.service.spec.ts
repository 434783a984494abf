import type { ConnectorRegistry, InboundEvent } from '../../channels/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { SenderGate } from '../gate/sender-gate.service.js';
import type { Approval, AskedIn } from './approval.js';
import { Deciders } from './deciders.service.js';

const askedIn = {
  ...{ channel: 'fake', account: 'default', accessKeys: [] },
  ...{ conversation: { id: 'g', kind: 'group' }, sender: { id: 'ann' } },
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
      ...{ channel, account: 'default', conversation: { id: 'g', kind: 'group' } },
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
