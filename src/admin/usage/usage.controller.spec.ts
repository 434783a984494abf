import { adminApp, errorOf, ROLE_TOKENS } from '../../../test/support/admin-app.js';
import { type Role, ROLES } from '../../common/index.js';
import { BudgetConfig } from '../../config/index.js';
import { money } from './usage.dto.js';

describe('usage in the admin API', () => {
  const { services, call } = adminApp();

  it('is shown with money as a text, and tokens by kind', async () => {
    services.usage.report.mockResolvedValue({
      from: '2026-11-01',
      to: '2026-11-24',
      by: 'agent',
      currency: 'EUR',
      lines: [
        {
          name: 'main',
          calls: 3,
          estimated_calls: 1,
          unpriced_calls: 0,
          input: 100,
          cached: 60,
          cache_write: 5,
          output: 40,
          reasoning: 10,
          cost: 1_204_500,
        },
      ],
    });
    const { status, body } = await call('GET /usage?by=agent&from=2026-11-01');
    expect([status, services.usage.report.mock.calls[0]?.[0]]).toEqual([
      200,
      expect.objectContaining({ by: 'agent', from: '2026-11-01' }),
    ]);
    expect((body as { items: unknown[] }).items).toEqual([
      {
        name: 'main',
        calls: 3,
        estimated_calls: 1,
        unpriced_calls: 0,
        input_tokens: 100,
        cached_tokens: 60,
        cache_write_tokens: 5,
        output_tokens: 40,
        reasoning_tokens: 10,
        cost: '1.204500',
      },
    ]);
  });

  it.each(['by=person', 'from=yesterday', 'to=2026-13-01'])('refuses %s', async (query) => {
    const { status, body } = await call(`GET /usage?${query}`);
    expect([status, errorOf(body).code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('lists budgets with usage', async () => {
    const budget = Object.assign(new BudgetConfig(), { name: 'house', per: 'gateway', costPerMonth: 40 });
    const count = {
      budget: 'house',
      subject: '',
      period: '2026-11',
      unit: 'cost' as const,
      used: 10_000_000,
      spent: 9_500_000,
      most: 40_000_000,
      ends_at: 0,
    };
    services.budgets.list.mockResolvedValue([{ budget, counts: [count], allowances: [] }]);
    const { body } = await call('GET /budgets');
    expect((body as { items: unknown[] }).items).toEqual([
      expect.objectContaining({
        name: 'house',
        used_ratio: 0.25,
        counts: [expect.objectContaining({ most: '40.000000', used: '10.000000', spent: '9.500000' })],
      }),
    ]);
  });

  it.each([
    ['day', ROLES],
    ['agent', ROLES],
    ['model', ROLES],
    ['sender', ['operator', 'owner']],
    ['conversation', ['operator', 'owner']],
    ['key', ['operator', 'owner']],
  ] as const)('by %s is shown to %j', async (by, roles) => {
    services.usage.report.mockResolvedValue({ from: '', to: '', by, currency: 'EUR', lines: [] });
    const statuses = [];
    for (const role of ROLES)
      statuses.push((await call(`GET /usage?by=${by}`, undefined, ROLE_TOKENS[role])).status);
    const admitted: readonly Role[] = roles;
    expect(statuses).toEqual(ROLES.map((role) => (admitted.includes(role) ? 200 : 403)));
  });

  it.each([
    ['gateway', true],
    ['agent', true],
    ['sender', false],
    ['conversation', false],
    ['key', false],
  ] as const)('shows viewers no allowances, and counts per %s: %s', async (per, isShown) => {
    const budget = Object.assign(new BudgetConfig(), { name: 'house', per, costPerMonth: 40 });
    const count = {
      budget: 'house',
      subject: 'ann',
      period: '2026-11',
      unit: 'cost' as const,
      used: 10_000_000,
      spent: 9_500_000,
      most: 40_000_000,
      ends_at: 0,
    };
    const allowance = {
      id: 'alw_1',
      budget: 'house',
      subject: 'ann',
      cost: 1,
      tokens: 0,
      until: 1,
      createdAt: 0,
      createdBy: 'token:owner',
    };
    services.budgets.list.mockResolvedValue([{ budget, counts: [count], allowances: [allowance] }]);
    const seen = [];
    for (const role of ROLES) {
      const { body } = await call('GET /budgets', undefined, ROLE_TOKENS[role]);
      const [item] = (body as { items: [{ used_ratio: number; counts: unknown[]; allowances: unknown[] }] })
        .items;
      seen.push([role, item.used_ratio, item.counts.length, item.allowances.length]);
    }
    expect(seen).toEqual([
      ['viewer', 0.25, isShown ? 1 : 0, 0],
      ['operator', 0.25, 1, 1],
      ['owner', 0.25, 1, 1],
    ]);
  });

  it('grants an allowance in millionths', async () => {
    const until = '2026-12-31T00:00:00.000Z';
    services.budgets.allow.mockImplementation(async (_actor, budget, wanted) => ({
      id: 'alw_1',
      budget,
      createdAt: 0,
      createdBy: 'token:owner',
      ...wanted,
    }));
    const { status, body } = await call('POST /budgets/each%20person/allowances', {
      subject: 'imbridge:+1202',
      cost: 0.1,
      until,
    });
    expect([status, body]).toEqual([201, expect.objectContaining({ cost: '0.100000', tokens: 0, until })]);
    expect(services.budgets.allow.mock.calls[0]?.slice(1)).toEqual([
      'each person',
      { subject: 'imbridge:+1202', cost: 100_000, tokens: 0, until: Date.parse(until) },
    ]);
  });

  it('writes money without floats', () => {
    expect([0, 1, 1_000_000, 123_456_789].map(money)).toEqual([
      '0.000000',
      '0.000001',
      '1.000000',
      '123.456789',
    ]);
  });
});
