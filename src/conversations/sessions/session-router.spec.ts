import type { ConnectorRegistry, InboundEvent, Target } from '../../channels/index.js';
import { type AgentBindingConfig, AGENTS, type GatehouseConfig } from '../../config/index.js';
import { agentFor, agentsAt, SessionRouter } from './session-router.js';

const event = {
  channel: 'imbridge',
  account: 'home',
  conversation: { id: '+;chat1', kind: 'group', team: 'team-1' },
  sender: { id: 'ann' },
  accessKeys: ['sender:ann', 'chat_id:7'],
} as unknown as InboundEvent;
const agent = (...bindings: Partial<AgentBindingConfig>[]) =>
  agentFor(event, bindings as AgentBindingConfig[]);

describe('agentFor', () => {
  it('finds no agent where nothing matches', () => {
    expect(agent()).toBeUndefined();
    expect(
      agent({ agent: 'a', channel: 'workchat' }, { agent: 'b', channel: 'imbridge', sender: 'ben' }),
    ).toBeUndefined();
  });

  it.each(['+;chat1', 'team-1', 'chat_id:7'])('matches the conversation by %s', (conversation) => {
    expect(agent({ agent: 'a', conversation })).toBe('a');
  });

  it('prefers a sender binding to one of conversation, account or channel, in any order', () => {
    const bindings = [
      { agent: 'channel', channel: 'imbridge' },
      { agent: 'account', account: 'home' },
      { agent: 'conversation', conversation: '+;chat1' },
      { agent: 'sender', sender: 'ann' },
    ];
    for (let left = bindings.length; left > 0; left--) {
      expect(agent(...bindings.slice(0, left))).toBe(bindings[left - 1]!.agent);
      expect(agent(...bindings.slice(0, left).reverse())).toBe(bindings[left - 1]!.agent);
    }
  });

  it('prefers the first of equal bindings', () => {
    expect(agent({ agent: 'one', sender: 'ann' }, { agent: 'two', sender: 'ann' })).toBe('one');
  });
});

describe('agentsAt', () => {
  const agents = (...bindings: Partial<AgentBindingConfig>[]) =>
    agentsAt(event, bindings as AgentBindingConfig[]);

  it('is one agent where no sender has a binding', () => {
    expect(agents()).toEqual([undefined]);
    expect(
      agents({ agent: 'a', account: 'home' }, { agent: 'b', channel: 'workchat', sender: 'ben' }),
    ).toEqual(['a']);
  });

  it('lists the agents of senders beside the one of the conversation', () => {
    const bindings = [
      { agent: 'place', conversation: '+;chat1' },
      { agent: 'anns', sender: 'ann' },
      { agent: 'bens', sender: 'ben', channel: 'imbridge' },
    ];
    expect(agents(...bindings)).toEqual(['place', 'anns', 'bens']);
    expect(agents(...bindings.slice(1))).toEqual([undefined, 'anns', 'bens']);
  });
});

describe('the session at a target', () => {
  /** @param more what the channel tells of the conversation */
  const sessionAt = (binding: Partial<AgentBindingConfig>, more: object | undefined) => {
    const agents = { bindings: [{ agent: 'bound', ...binding }], defaultAgent: { id: 'main' } };
    const get = (section: unknown) =>
      section === AGENTS ? agents : { dmScope: 'per-account', mainKey: 'main' };
    const details = more && { conversation: event.conversation, accessKeys: [], ...more };
    const connector = { describeConversation: () => details };
    const router = new SessionRouter(
      { get } as unknown as GatehouseConfig,
      { get: () => connector } as unknown as ConnectorRegistry,
    );
    const target = { channel: event.channel, account: event.account, conversation: '+;chat1' };
    return router.sessionAt(target as Target).split(':')[1];
  };

  it.each<[Partial<AgentBindingConfig>, object | undefined]>([
    [{ conversation: 'chat_id:7' }, { accessKeys: ['chat_id:7'] }],
    [{ conversation: 'team-1' }, {}],
    [{ sender: 'ann' }, { sender: 'ann' }],
    [{ account: 'home' }, {}],
    [{ conversation: '+;chat1' }, undefined],
  ])('is of the agent that answers there, by %j', (binding, more) => {
    expect(sessionAt(binding, more)).toBe('bound');
    expect(sessionAt({ ...binding, channel: 'workchat' }, more)).toBe('main');
  });
});
