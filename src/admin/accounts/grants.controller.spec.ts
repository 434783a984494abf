import { adminApp, errorOf } from '../../../test/support/admin-app.js';
import type { Grant } from '../../access-control/index.js';
import type { AccountSettings, ChannelConnector } from '../../channels/index.js';

const grant: Grant = {
  id: 'grt_01j9zq4c5x8r2m6t0w3y7v1b4d',
  channel: 'imbridge',
  account: 'default',
  senderId: '+12025550143',
  senderName: 'Robin',
  source: 'operator',
  createdAt: Date.UTC(2026, 0, 31, 9, 30),
  createdBy: 'token:owner',
};

const sut = adminApp();
beforeEach(() => {
  sut.services.grants.create.mockResolvedValue(grant);
});

/** A channel with these accounts, which knows only phone numbers. */
function serve(accounts: readonly string[], normalises = true): void {
  const settings = accounts.map((account) => ({ account }) as AccountSettings);
  const normalizeSender = (_account: string, text: string) =>
    text.startsWith('+') ? text.replace(/[ ()-]/g, '') : undefined;
  const connector = { channel: 'imbridge', accounts: () => settings, ...(normalises && { normalizeSender }) };
  sut.services.connectors.set('imbridge', connector as unknown as ChannelConnector);
}

const created = () => sut.services.grants.create.mock.calls.map(([, wanted]) => wanted);

describe('POST /grants', () => {
  it('grants access to the sender id in the form of inbound messages', async () => {
    serve(['default']);
    const wanted = { channel: 'imbridge', sender_id: '+1 (202) 555-0143' };
    const { status, body } = await sut.call('POST /grants', wanted);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: grant.id,
      channel: 'imbridge',
      account: 'default',
      sender_id: '+12025550143',
      sender_name: 'Robin',
      source: 'operator',
      created_at: '2026-01-31T09:30:00.000Z',
      created_by: 'token:owner',
    });
    expect(created()).toEqual([{ channel: 'imbridge', account: 'default', senderId: '+12025550143' }]);
  });

  it('uses the only account when none is named', async () => {
    serve(['work']);
    await sut.call('POST /grants', { channel: 'imbridge', sender_id: '+12025550143' });
    expect(created()).toMatchObject([{ account: 'work' }]);
  });

  it('refuses a call that names none of several accounts', async () => {
    serve(['work', 'home']);
    const { status, body } = await sut.call('POST /grants', {
      channel: 'imbridge',
      sender_id: '+12025550143',
    });
    expect([status, errorOf(body).code]).toEqual([404, 'NOT_FOUND']);
  });

  it('keeps a sender id as typed when the channel does not normalize it', async () => {
    serve(['default'], false);
    await sut.call('POST /grants', { channel: 'imbridge', sender_id: ' Robin ' });
    expect(created()).toMatchObject([{ senderId: 'Robin' }]);
  });

  it.each([
    [
      { channel: 'imbridge', sender_id: 'nobody' },
      400,
      'sender_id is not a sender of this channel: give the address or id, not a name',
    ],
    [
      { channel: 'imbridge', account: 'other', sender_id: '+12025550143' },
      404,
      'account other of imbridge is not enabled',
    ],
    [{ channel: 'pigeon', sender_id: '+12025550143' }, 404, 'channel pigeon is not configured'],
    [{ sender_id: '+12025550143' }, 400, 'channel'],
    [{ channel: 'imbridge' }, 400, 'sender_id'],
  ])('refuses %j', async (wanted, expected, details) => {
    serve(['default']);
    const { status, body } = await sut.call('POST /grants', wanted);
    expect([status, errorOf(body).details]).toEqual([expected, expect.stringContaining(details)]);
    expect(created()).toEqual([]);
  });
});

it('GET /grants lists the grants of one channel, and DELETE answers 204 without a body', async () => {
  const { grants } = sut.services;
  grants.list.mockResolvedValue([grant]);
  grants.remove.mockResolvedValue(undefined);
  const { body } = await sut.call('GET /grants?channel=imbridge&limit=200');
  expect(body).toMatchObject({ items: [{ id: grant.id }], next_cursor: null });
  expect(grants.list.mock.calls).toEqual([[{ channel: 'imbridge', after: undefined, limit: 201 }]]);
  const { status, text } = await sut.call(`DELETE /grants/${grant.id}`);
  expect([status, text]).toEqual([204, '']);
  expect(grants.remove.mock.calls).toEqual([[{ id: 'token:owner', role: 'owner' }, grant.id]]);
});
