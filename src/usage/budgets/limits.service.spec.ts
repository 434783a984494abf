import { jest } from '@jest/globals';
import type { Identities } from '../../access-control/index.js';
import { BudgetConfig, UsageConfig } from '../../config/index.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { Limits, type Speaker } from './limits.service.js';

const AGENT = { id: 'main' };
const IN_CHAT: Speaker = {
  agent: AGENT,
  place: { channel: 'fake', account: 'default', conversation: { id: 'chat-ann' } },
  message: { from: { id: 'ann' } },
};
const BY_KEY: Speaker = { agent: AGENT, message: {}, caller: { userId: 'usr_2', keyId: 'key_1' } };

describe('the limits of budgets', () => {
  const clock = new FakeClock(Date.parse('2026-11-30T20:00:00Z'));
  const limitsOf = (config: object, user = '') => {
    const identities = { userOf: async () => user } as unknown as Identities;
    return new Limits(Object.assign(new UsageConfig(), config), identities, clock);
  };
  const subjects = async (speaker: Speaker, budget: Partial<BudgetConfig>, user?: string) => {
    const sut = limitsOf({ budgets: [{ name: 'b', exempt: [], tokensPerDay: 1, ...budget }] }, user);
    return sut.limitsFor(await sut.payerOf(speaker)).map(({ subject }) => subject);
  };

  it('follow a change of the time zone', () => {
    const config = { timeZone: 'UTC', overBudget: 'Again {when}.' };
    const zoned = Object.assign(new UsageConfig(), config);
    const sut = new Limits(zoned, {} as Identities, clock);
    const shown = () => [sut.periods().day.name, sut.periods().month.name, sut.noticeOf(clock.now())];
    expect(shown()).toEqual(['2026-11-30', '2026-11', 'Again 2026-11-30 20:00.']);
    Object.assign(zoned, { timeZone: 'Asia/Tokyo' });
    expect(shown()).toEqual(['2026-12-01', '2026-12', 'Again 2026-12-01 05:00.']);
  });

  it.each([
    ['a message of a sender', IN_CHAT, '', ['', 'main', 'fake:ann', 'fake:default:chat-ann']],
    ['a message of a user', IN_CHAT, 'usr_1', ['', 'main', 'usr_1', 'fake:default:chat-ann']],
    ['a request with an API key', BY_KEY, '', ['', 'main', 'usr_2', 'key_1']],
  ])('count %s for all who it is made for', async (_what, speaker, user, expected) => {
    const all = [];
    for (const per of ['gateway', 'agent', 'sender', 'conversation', 'key'] as const)
      all.push(...(await subjects(speaker, { per }, user)));
    expect(all).toEqual(expected);
  });

  it('leave out those who are exempt, by a sender or their user, and the agents that a budget does not name', async () => {
    const each = { per: 'sender' } as const;
    expect(await subjects(IN_CHAT, { ...each, exempt: ['fake:ann'] }, 'usr_1')).toEqual([]);
    expect(await subjects(IN_CHAT, { ...each, exempt: ['usr_1'] }, 'usr_1')).toEqual([]);
    expect(await subjects(BY_KEY, { ...each, exempt: ['usr_2'] })).toEqual([]);
    expect(await subjects(IN_CHAT, { ...each, exempt: ['fake:ben', 'usr_2'] }, 'usr_1')).toEqual(['usr_1']);
    expect(await subjects(IN_CHAT, { ...each, agents: ['other'] })).toEqual([]);
    expect(await subjects(IN_CHAT, { ...each, agents: ['other', 'main'] })).toEqual(['fake:ann']);
    expect(await subjects({ agent: AGENT, message: {} }, each)).toEqual([]);
  });

  it('are up to four of a budget, in millionths or tokens, each until its period ends', () => {
    const sut = limitsOf({ timeZone: 'UTC', budgets: [] });
    const limits = { costPerDay: 0.1, costPerMonth: 40, tokensPerDay: 500, tokensPerMonth: 9_000 };
    const budget = Object.assign(new BudgetConfig(), { name: 'b', per: 'gateway', ...limits });
    const both = { budget: 'b', subject: 's' };
    const day = { ...both, period: '2026-11-30', endsAt: Date.parse('2026-12-01T00:00:00Z') };
    const month = { ...both, period: '2026-11', endsAt: Date.parse('2026-12-01T00:00:00Z') };
    expect(sut.limitsOf(budget, 's')).toEqual([
      { ...day, unit: 'cost', most: 100_000 },
      { ...month, unit: 'cost', most: 40_000_000 },
      { ...day, unit: 'tokens', most: 500 },
      { ...month, unit: 'tokens', most: 9_000 },
    ]);
    expect([sut.areSet, limitsOf({ budgets: [budget] }).areSet]).toEqual([false, true]);
  });

  it('ask who a sender is only where a budget counts or exempts people', async () => {
    const asked = async (...budgets: readonly Partial<BudgetConfig>[]) => {
      const userOf = jest.fn(async () => 'usr_1');
      const config = { budgets: budgets.map((each) => ({ exempt: [], ...each })) };
      const identities = { userOf } as unknown as Identities;
      const sut = new Limits(Object.assign(new UsageConfig(), config), identities, clock);
      const { sender, senderId } = await sut.payerOf(IN_CHAT);
      return [userOf.mock.calls, sender, senderId];
    };
    const house = { per: 'gateway' } as const;
    expect(await asked(house)).toEqual([[], 'fake:ann', 'fake:ann']);
    for (const other of [{ per: 'sender' } as const, { ...house, exempt: ['x'] }])
      expect(await asked(house, other)).toEqual([[[IN_CHAT.place, 'ann']], 'usr_1', 'fake:ann']);
  });
});
