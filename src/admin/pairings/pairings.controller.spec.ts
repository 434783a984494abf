import { adminApp, errorOf } from '../../../test/support/admin-app.js';
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
  decided_by: null,
  decided_at: null,
};
const owner = { id: 'token:owner', role: 'owner' };

const sut = adminApp();

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

  it('continues after the last item of the page before', async () => {
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

describe('a pairing decision', () => {
  const by = { channel: 'imbridge', code: 'k7qx-4mnp' };

  it.each([
    ['approve', by, { ...by }],
    ['approve', { ...by, user_id: 'usr_1' }, { ...by, userId: 'usr_1' }],
    [`${request.id}/approve`, undefined, { id: request.id }],
    [`${request.id}/approve`, { user_id: 'usr_1' }, { id: request.id, userId: 'usr_1' }],
    [`${request.id}/deny`, undefined, { id: request.id }],
  ])('is made by code or by id, and can name the user: %s %j', async (path, wanted, understood) => {
    const verb = path.endsWith('deny') ? 'deny' : 'approve';
    sut.services.pairings[verb].mockResolvedValue({ ...request, status: 'approved' });
    const { status, body } = await sut.call(`POST /pairings/${path}`, wanted);
    expect([status, body]).toEqual([200, { ...item, status: 'approved' }]);
    expect(sut.services.pairings[verb].mock.calls).toEqual([[owner, understood]]);
  });

  it('by id refuses any field but user_id', async () => {
    const { body } = await sut.call(`POST /pairings/${request.id}/approve`, { user: 'usr_1' });
    expect(errorOf(body)).toMatchObject({ code: 'INVALID_REQUEST', details: 'user is unknown' });
  });

  it.each([
    [{ code: 'K7QX4MNP' }, 'channel is required'],
    [{ channel: 'imbridge' }, 'code is required'],
    [{ channel: 'imbridge', code: '' }, 'code is empty'],
    [{ channel: 'imbridge', code: 12345678 }, 'code must be a string'],
    [{ channel: 'imbridge', code: 'K7QX4MNP', force: true }, 'force is unknown'],
  ])('by code is refused without a channel and a code: %j', async (wanted, details) => {
    const { status, body } = await sut.call('POST /pairings/approve', wanted);
    expect([status, errorOf(body)]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
    expect(errorOf(body).details).toBe(details);
    expect(sut.services.pairings.approve).not.toHaveBeenCalled();
  });
});
