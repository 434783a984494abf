import { adminApp, errorOf } from '../../../../test/support/admin-app.js';
import type { AdminToken } from '../../../access-control/index.js';

const AT = Date.UTC(2026, 0, 31, 9, 30);
const ISO = '2026-01-31T09:30:00.000Z';
const adminToken: AdminToken = {
  id: 'tok_01j9zq4c5x8r2m6t0w3y7v1b4d',
  role: 'viewer',
  name: 'wall',
  prefix: 'gha_012345',
  createdAt: AT,
  createdBy: 'token:owner',
  madeWith: null,
  expiresAt: AT,
  lastUsedAt: null,
};
const item = {
  id: adminToken.id,
  role: 'viewer',
  name: 'wall',
  prefix: 'gha_012345',
  created_at: ISO,
  created_by: 'token:owner',
  made_with: null,
  expires_at: ISO,
  last_used_at: null,
};
const owner = { id: 'token:owner', role: 'owner' };

const sut = adminApp();

it('admin tokens are listed without the token, shown once when made, and revoked', async () => {
  const { tokens } = sut.services;
  tokens.list.mockResolvedValue([adminToken]);
  tokens.create.mockResolvedValue({ token: 'gha_secret', adminToken });
  tokens.revoke.mockResolvedValue(undefined);
  expect((await sut.call('GET /tokens')).body).toEqual({ items: [item], next_cursor: null });
  const wanted = { role: 'viewer', name: ' wall ', expires_at: ISO };
  const made = await sut.call('POST /tokens', wanted).set('Idempotency-Key', 'k');
  expect([made.status, made.body]).toEqual([201, { ...item, token: 'gha_secret' }]);
  const understood = { role: 'viewer', name: 'wall', expiresAt: AT };
  expect(tokens.create).toHaveBeenCalledWith(owner, understood, 'k');
  expect((await sut.call(`DELETE /tokens/${adminToken.id}`)).status).toBe(204);
  expect(tokens.revoke).toHaveBeenCalledWith(owner, adminToken.id);
});

it.each([
  [{}, 'role is required'],
  [{ role: 'root' }, /^role must be one of/],
  [{ role: 'viewer', expires_at: 'soon' }, /^expires_at must be an ISO 8601 time/],
  [{ role: 'viewer', name: '' }, 'name is empty'],
  [{ role: 'viewer', token: 'gha_mine' }, 'token is unknown'],
])('POST /tokens refuses %j', async (wanted, details) => {
  const { status, body } = await sut.call('POST /tokens', wanted);
  expect([status, errorOf(body).code]).toEqual([400, 'INVALID_REQUEST']);
  expect(errorOf(body).details).toMatch(details);
});
