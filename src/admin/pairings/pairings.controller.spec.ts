import { type AdminApp, errorOf, startAdminApp } from '../../../test/support/admin-app.js';
import { GatehouseError } from '../../common/index.js';
import type { PairingRequest } from '../../pairing/index.js';

const request: PairingRequest = {
  id: 'pair_01j9zq4c5x8r2m6t0w3y7v1b4d',
  channel: 'imbridge',
  account: 'default',
  senderId: '+12025550143',
  senderName: null,
  code: 'K7QX4MNP',
  status: 'pending',
  createdAt: Date.UTC(2026, 0, 31, 9, 30),
  expiresAt: Date.UTC(2026, 0, 31, 10, 30),
};
const item = {
  id: request.id,
  channel: 'imbridge',
  account: 'default',
  sender_id: '+12025550143',
  sender_name: null,
  code: 'K7QX4MNP',
  status: 'pending',
  created_at: '2026-01-31T09:30:00.000Z',
  expires_at: '2026-01-31T10:30:00.000Z',
};
const owner = { id: 'token:owner', role: 'owner' };

let sut: AdminApp;
beforeAll(async () => {
  sut = await startAdminApp();
});
beforeEach(() => {
  sut.services.renew();
});
afterAll(() => sut.close());

describe('GET /pairings', () => {
  it('lists the requests in the form of the contract', async () => {
    sut.services.pairings.list.mockResolvedValue([request]);
    const { status, body } = await sut.call('GET /pairings?channel=imbridge&status=pending');
    expect([status, body]).toEqual([200, { items: [item], next_cursor: null }]);
    expect(sut.services.pairings.list).toHaveBeenCalledWith({
      channel: 'imbridge',
      status: 'pending',
      after: undefined,
      limit: 51,
    });
  });

  it('goes on after the last item of the page before', async () => {
    const other = { ...request, id: 'pair_01j9zq4c5x8r2m6t0w3y7v1b4e' };
    sut.services.pairings.list.mockResolvedValueOnce([request, other]).mockResolvedValueOnce([other]);
    const first = await sut.call('GET /pairings?limit=1');
    const { next_cursor } = first.body as { next_cursor: string };
    const second = await sut.call(`GET /pairings?limit=1&cursor=${next_cursor}`);
    expect(sut.services.pairings.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ after: request.id, limit: 2 }),
    );
    expect(second.body).toMatchObject({ items: [{ id: other.id }], next_cursor: null });
  });

  it.each(['open', 'PENDING', 'pending&status=denied'])('refuses the status %s', async (status) => {
    const { body } = await sut.call(`GET /pairings?status=${status}`);
    expect(errorOf(body)).toMatchObject({
      code: 'INVALID_REQUEST',
      details: expect.stringMatching(/^status /),
    });
  });
});

describe('a decision', () => {
  it('is made by code', async () => {
    sut.services.pairings.approve.mockResolvedValue({ ...request, status: 'approved' });
    const { status, body } = await sut.call('POST /pairings/approve', {
      channel: 'imbridge',
      code: 'k7qx-4mnp',
    });
    expect([status, body]).toEqual([200, { ...item, status: 'approved' }]);
    expect(sut.services.pairings.approve).toHaveBeenCalledWith(owner, {
      channel: 'imbridge',
      code: 'k7qx-4mnp',
    });
  });

  it.each(['approve', 'deny'] as const)('is made by id: %s', async (verb) => {
    sut.services.pairings[verb].mockResolvedValue({ ...request, status: 'denied' });
    const { status, body } = await sut.call(`POST /pairings/${request.id}/${verb}`);
    expect([status, body]).toEqual([200, { ...item, status: 'denied' }]);
    expect(sut.services.pairings[verb]).toHaveBeenCalledWith(owner, { id: request.id });
  });

  it('may link the sender to a user', async () => {
    sut.services.pairings.approve.mockResolvedValue({ ...request, status: 'approved' });
    const by = { channel: 'imbridge', code: 'K7QX4MNP' };
    await sut.call('POST /pairings/approve', { ...by, user_id: 'usr_1' });
    expect(sut.services.pairings.approve).toHaveBeenLastCalledWith(owner, { ...by, userId: 'usr_1' });
    await sut.call(`POST /pairings/${request.id}/approve`, { user_id: 'usr_1' });
    expect(sut.services.pairings.approve).toHaveBeenLastCalledWith(owner, {
      id: request.id,
      userId: 'usr_1',
    });
    const { body } = await sut.call(`POST /pairings/${request.id}/approve`, { user: 'usr_1' });
    expect(errorOf(body)).toMatchObject({ code: 'INVALID_REQUEST', details: 'user is unknown' });
  });

  it.each([
    [{ code: 'K7QX4MNP' }, 'channel is required'],
    [{ channel: 'imbridge' }, 'code is required'],
    [{ channel: 'imbridge', code: '' }, 'code is required'],
    [{ channel: 'imbridge', code: 12345678 }, 'code must be a string'],
    [{ channel: 'imbridge', code: 'K7QX4MNP', force: true }, 'force is unknown'],
  ])('by code needs a channel and a code: %j', async (wanted, details) => {
    const { status, body } = await sut.call('POST /pairings/approve', wanted);
    expect([status, errorOf(body)]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
    expect(errorOf(body).details).toContain(details.split(' ')[0]!);
    expect(sut.services.pairings.approve).not.toHaveBeenCalled();
  });

  it('says when a request does not exist or is already decided', async () => {
    expect((await sut.call('POST /pairings/nothing/deny')).status).toBe(404);
    sut.services.pairings.approve.mockRejectedValue(
      new GatehouseError('CONFLICT', 'Too late.', 'id is not pending'),
    );
    const { status, body } = await sut.call(`POST /pairings/${request.id}/approve`);
    expect([status, errorOf(body).code]).toEqual([409, 'CONFLICT']);
  });
});
