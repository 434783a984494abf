import { FakeClock } from '../../../test/support/fake-clock.js';
import type { AdminTokens, ApiKeys } from '../../access-control/index.js';
import { checksOf } from '../condition.js';
import { CredentialConditions } from './credential-conditions.js';

const DAY = 86_400_000;
const clock = new FakeClock(Date.parse('2026-11-20T12:00:00Z'));
const inDays = (days: number) => clock.now() + days * DAY;

interface Times {
  readonly expiresAt: number | null;
  readonly lastUsedAt?: number | null;
}

async function examine(id: 'tokens' | 'keys', { expiresAt, lastUsedAt = null }: Times) {
  const credential = { id: 'x_1', name: 'ci', role: 'viewer', userId: 'usr_1', expiresAt, lastUsedAt };
  const list = async () => [credential];
  const sut = new CredentialConditions(
    { list } as unknown as AdminTokens,
    { endingBetween: list } as unknown as ApiKeys,
    clock,
  );
  const check = checksOf([sut]).find((each) => each.id === id);
  return check!.run(AbortSignal.timeout(10_000));
}

describe.each(['tokens', 'keys'] as const)('the check of %s', (id) => {
  it.each([
    ['never ends', { expiresAt: null }],
    ['ends in 15 days', { expiresAt: inDays(15) }],
    ['has ended, and was never used', { expiresAt: inDays(-1) }],
    ['has ended, and was used 8 days ago', { expiresAt: inDays(-6), lastUsedAt: inDays(-8) }],
  ])('is well for one that %s', async (_, times) => {
    expect(await examine(id, times)).toMatchObject([{ state: 'ok' }]);
  });

  it.each([
    ['ends in 14 days', { expiresAt: inDays(14) }, 'expires at 2026-12-04T12:00Z'],
    [
      'has ended while it was in use',
      { expiresAt: inDays(-1), lastUsedAt: inDays(-2) },
      'expired at 2026-11-19T12:00Z, and was used until 2026-11-18T12:00Z',
    ],
  ])('warns of one that %s', async (_, times, message) => {
    const revoke = id === 'tokens' ? '`gatehouse tokens revoke x_1`' : '`gatehouse keys revoke usr_1 x_1`';
    expect(await examine(id, times)).toMatchObject([
      {
        state: 'warning',
        message: `the ${id === 'tokens' ? 'admin token x_1' : 'API key ci (x_1)'} ${message}`,
        remedy: expect.stringContaining(revoke),
      },
    ]);
  });
});
