import { FakeClock } from '../../../test/support/fake-clock.js';
import type { Role } from '../../common/index.js';
import type { Database } from '../../persistence/index.js';
import type { AuditLog } from '../audit/audit-log.repository.js';
import type { IdempotencyRecords } from '../idempotency-records.js';
import type { AdminToken, AdminTokenRepository } from './admin-token.repository.js';
import { AdminTokens } from './admin-tokens.service.js';

const NOW = Date.UTC(2026, 0, 1);
const END = NOW + 1_000;

/** @param expiresAt of the token that makes the other one */
function make(expiresAt: number | null, wanted: { role?: Role; expiresAt?: number | null }) {
  const maker = { id: 'tok_maker', role: 'operator', expiresAt } as AdminToken;
  const sut = new AdminTokens(
    {
      transaction: (work: (tx: unknown) => unknown) => work({}),
      lockScope: async () => undefined,
    } as unknown as Database,
    { page: async () => [maker], insert: async () => undefined } as unknown as AdminTokenRepository,
    { claim: async () => undefined } as unknown as IdempotencyRecords,
    { record: async () => undefined } as unknown as AuditLog,
    new FakeClock(NOW),
  );
  const actor = { id: 'token:maker', role: 'operator', tokenId: maker.id } as const;
  return sut.create(actor, { role: 'viewer', name: 'made', ...wanted });
}

describe('an admin token', () => {
  it.each<[string, number | null, { role?: Role; expiresAt?: number | null }, number | null]>([
    ['with it where it names no end', END, {}, END],
    ['with it', END, { expiresAt: END }, END],
    ['before it', END, { expiresAt: END - 1 }, END - 1],
    ['never where that one never does', null, { expiresAt: null }, null],
    ['never by default where that one never does', null, {}, null],
    ['where that one never does', null, { expiresAt: END }, END],
  ])('made with another one may end %s', async (_, latest, wanted, expiresAt) => {
    expect((await make(latest, wanted)).adminToken).toMatchObject({ expiresAt, madeWith: 'tok_maker' });
  });

  it.each<[string, number | null, { role?: Role; expiresAt?: number | null }, string]>([
    ['end never', END, { expiresAt: null }, 'expires_at must not be after 2026-01-01T00:00:01.000Z'],
    ['end later', END, { expiresAt: END + 1 }, 'expires_at must not be after 2026-01-01T00:00:01.000Z'],
    ['have ended', null, { expiresAt: NOW }, 'expires_at must be in the future'],
    ['have a higher role', null, { role: 'owner' }, 'role must not be above operator'],
  ])('made with another one may not %s', async (_, latest, wanted, details) => {
    await expect(make(latest, wanted)).rejects.toMatchObject({ details });
  });
});
