import { type Approval, approvalDigest, type SenderGate } from '../../conversations/index.js';
import type { Tx } from '../../persistence/index.js';
import type { McpTools } from '../tools/mcp-tools.service.js';
import type { MessageEffects } from '../tools/message-effects.service.js';
import type { StoredOrders } from '../tools/stored-orders.service.js';
import type { ToolPolicies } from '../tools/turn-tools.service.js';
import { CallCheck } from './call-check.service.js';

const { signal } = new AbortController();
const ASKED_IN = {
  channel: 'fake',
  account: 'one',
  conversation: { id: 'c', kind: 'direct' },
  sender: { id: 'ann' },
};
const SERVER_CALL = { provider: 'mcp.files', tool: 'write', input: '{"a":1}' };
const MESSAGE_CALL = { provider: 'message', tool: 'react', input: '{}' };

interface World {
  readonly call?: object;
  /** Other than what was decided about. */
  readonly stored?: object;
  readonly verdict?: string;
  readonly agent?: object | undefined;
  readonly policy?: object;
  readonly tool?: object | undefined;
  readonly order?: object;
}

/** What becomes of a call that was allowed, and what was done for it. */
function check(world: World = {}) {
  const { call = SERVER_CALL, stored = {}, verdict = 'admit', policy = {} } = world;
  const agent = 'agent' in world ? world.agent : { id: 'main', mcp: ['files'] };
  const tool = 'tool' in world ? world.tool : { mayRunAgain: true };
  const approval = {
    id: 'apr_1',
    code: 'K7QX4M',
    state: 'approved',
    agentId: 'main',
    sessionKey: 'agent:main:s',
    eventId: 'evt_1',
    askedIn: ASKED_IN,
    createdAt: 5,
    expiresAt: 9,
    call,
  } as unknown as Approval;
  const done: unknown[] = [];
  const note =
    (what: string) =>
    async (...given: readonly unknown[]) => {
      done.push([what, ...given]);
      return { ok: true };
    };
  const sut = new CallCheck(
    {
      judge: async (judged: object) => {
        done.push(judged);
        return { kind: verdict };
      },
    } as unknown as SenderGate,
    { agentOf: () => agent, policyFor: () => policy } as unknown as ToolPolicies,
    { toolOf: () => tool, perform: note('call') } as unknown as McpTools,
    { orderIn: async () => world.order } as unknown as StoredOrders,
    { send: note('send'), perform: note('perform') } as unknown as MessageEffects,
  );
  return { done, checked: sut.of({ ...approval, digest: approvalDigest(approval), ...stored }) };
}

describe('a call that was allowed', () => {
  const react = { action: 'react', input: {} };
  const GONE = 'its agent no longer exists';
  const DENIED = 'the policy no longer allows it';

  it.each<[string, World, string]>([
    ['it was changed', { stored: { expiresAt: 10 } }, 'its stored form was changed'],
    ['its sender no longer has access', { verdict: 'drop' }, 'the person it was for no longer has access'],
    ['there is no agent any more', { agent: undefined }, GONE],
    ['the agent is another one', { agent: { id: 'other', mcp: ['files'] } }, GONE],
    ['the agent has no servers', { agent: { id: 'main' } }, DENIED],
    ['the agent has another server', { agent: { id: 'main', mcp: ['desk'] } }, DENIED],
    ['the policy denies it', { policy: { deny: ['mcp.files.write'] } }, DENIED],
    [
      'its tool is another one',
      { tool: undefined },
      'the server or its tool is not the one shown in the request',
    ],
    ['its file is gone', { call: MESSAGE_CALL, order: { error: 'its file is gone' } }, 'its file is gone'],
    [
      'the policy denies the action',
      { call: MESSAGE_CALL, order: react, policy: { deny: ['message.react'] } },
      DENIED,
    ],
  ])('is not made where %s', async (_, world, problem) => {
    expect(await check(world).checked).toEqual({ problem });
  });

  it.each([
    ['trusted, and changes nothing', true, { trust: ['mcp.files'] }, { mayRunAgain: true }],
    ['trusted, and changes something', false, { trust: ['mcp.files'] }, { mayRunAgain: false }],
    ['not trusted', false, {}, { mayRunAgain: true }],
  ])('of a server that is %s may be made again: %s', async (_, mayRunAgain, policy, tool) => {
    const { done, checked } = check({ policy, tool });
    const call = await checked;
    expect(call).toMatchObject({ kind: 'remote', mayRunAgain });
    await (call as { perform(signal: AbortSignal): Promise<unknown> }).perform(signal);
    expect(done).toEqual([
      {
        event: expect.objectContaining({ sender: ASKED_IN.sender, approvalId: 'apr_1' }) as object,
        receivedAt: 5,
      },
      ['call', tool, { a: 1 }, { asker: ASKED_IN, signal }],
    ]);
  });

  it('of the message tool sends by the database, and does the rest once at the remote', async () => {
    const tx = {} as Tx;
    const send = { action: 'send', input: {} };
    const sending = check({ call: MESSAGE_CALL, order: send });
    const sent = await sending.checked;
    expect(sent).toMatchObject({ kind: 'database', mayRunAgain: true });
    await (sent as { perform(tx: Tx): Promise<unknown> }).perform(tx);
    const turn = { id: 'evt_1', sessionKey: 'agent:main:s', event: ASKED_IN };
    expect(sending.done.slice(1)).toEqual([['send', tx, send, turn]]);
    const reacting = check({ call: MESSAGE_CALL, order: react });
    const reacted = await reacting.checked;
    expect(reacted).toMatchObject({ kind: 'remote', mayRunAgain: false });
    await (reacted as { perform(signal: AbortSignal): Promise<unknown> }).perform(signal);
    expect(reacting.done.slice(1)).toEqual([['perform', react, signal]]);
  });
});
