import type { ConnectorRegistry } from '../../channels/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { Approval, Approvals, Deciders } from '../../conversations/index.js';
import { checksOf } from '../condition.js';
import { ApprovalConditions } from './approval-conditions.js';

interface World {
  readonly to?: readonly string[];
  /** By channel. */
  readonly accounts?: Readonly<Record<string, readonly string[]>>;
  /** Whether someone may decide, for each pending approval. */
  readonly pending?: readonly boolean[];
}

function examine({ to = [], accounts = {}, pending = [] }: World) {
  const list: Approvals['list'] = async ({ states }) =>
    states?.join() === 'pending' ? pending.map((isAnybody) => ({ isAnybody }) as unknown as Approval) : [];
  const find = (channel: string) =>
    accounts[channel] && { accounts: () => accounts[channel]!.map((account) => ({ account })) };
  const check = new ApprovalConditions(
    { list } as unknown as Approvals,
    { isAnybodyFor: (each: object) => (each as { isAnybody: boolean }).isAnybody } as unknown as Deciders,
    { find } as unknown as ConnectorRegistry,
    { get: () => ({ to }) } as unknown as GatehouseConfig,
  );
  return checksOf([check])[0]!.run(AbortSignal.timeout(10_000));
}

const ONE = { imbridge: ['default'], workchat: ['a', 'b'] };

it.each<[string, World]>([
  ['without any', {}],
  ['with an approver for each call', { pending: [true, true] }],
  ['with a target at the only account', { to: ['imbridge:+12025550177'], accounts: { imbridge: ['work'] } }],
  ['with a target at a named account', { to: ['workchat/b:conversation:19:x'], accounts: ONE }],
])('approvals are well %s', async (_, world) => {
  expect(await examine(world)).toEqual([{ state: 'ok', message: expect.any(String) }]);
});

it.each<[string, World, string]>([
  ['one that no one may decide', { pending: [true, false] }, '1 tool call waits for a decision, and no one'],
  ['several of them', { pending: [false, false] }, '2 tool calls wait for a decision, and no one'],
  ['an unknown channel', { to: ['pigeon:x'], accounts: ONE }, 'approvals.to names pigeon, which'],
  [
    'an unknown account',
    { to: ['imbridge/work:x'], accounts: ONE },
    'approvals.to names imbridge/work, which',
  ],
  ['no default among several', { to: ['workchat:x'], accounts: ONE }, 'approvals.to names workchat, which'],
])('approvals are a warning with %s', async (_, world, message) => {
  expect(await examine(world)).toEqual([
    {
      state: 'warning',
      message: expect.stringContaining(message),
      setting: 'approvals.to',
      remedy: expect.stringMatching(/\.$/),
    },
  ]);
});
