import { adminApp, errorOf } from '../../../test/support/admin-app.js';
import { type ApiKey, SYSTEM, type User } from '../../access-control/index.js';
import type { AccountSettings, ChannelConnector } from '../../channels/index.js';

const AT = Date.UTC(2026, 0, 31, 9, 30);
const ISO = '2026-01-31T09:30:00.000Z';
const user: User = {
  id: 'usr_01j9zq4c5x8r2m6t0w3y7v1b4d',
  displayName: 'Robin',
  email: 'Robin@example.com',
  status: 'active',
  createdAt: AT,
  updatedAt: AT,
  identities: [
    {
      id: 'idn_1',
      channel: 'imbridge',
      account: 'default',
      senderId: '+12025550143',
      displayName: null,
      linkedAt: AT,
    },
  ],
};
const item = {
  id: user.id,
  display_name: 'Robin',
  email: 'Robin@example.com',
  status: 'active',
  created_at: ISO,
  updated_at: ISO,
  identities: [
    {
      id: 'idn_1',
      channel: 'imbridge',
      account: 'default',
      sender_id: '+12025550143',
      display_name: null,
      linked_at: ISO,
    },
  ],
};
const apiKey: ApiKey = {
  id: 'key_01j9zq4c5x8r2m6t0w3y7v1b4d',
  userId: user.id,
  prefix: 'gh_012345',
  name: 'import',
  scopes: ['users:read'],
  limits: { perHour: 5 },
  createdAt: AT,
  createdBy: SYSTEM.id,
  madeWith: null,
  expiresAt: AT,
  lastUsedAt: null,
};
const keyItem = {
  id: apiKey.id,
  prefix: 'gh_012345',
  name: 'import',
  scopes: ['users:read'],
  limits: { per_minute: null, per_hour: 5, per_day: null },
  created_at: ISO,
  made_with: null,
  expires_at: ISO,
  last_used_at: null,
};
const owner = { id: 'token:owner', role: 'owner' };

const sut = adminApp();

const refusal = async (route: string, body: object) => {
  const answer = await sut.call(route, body);
  return [answer.status, errorOf(answer.body).code, errorOf(answer.body).details];
};

describe('users', () => {
  it('are listed in the shape of the contract', async () => {
    sut.services.users.list.mockResolvedValue([user]);
    const { status, body } = await sut.call('GET /users?email=robin@example.com');
    expect([status, body]).toEqual([200, { items: [item], next_cursor: null }]);
    const filter = { email: 'robin@example.com', after: undefined, limit: 51 };
    expect(sut.services.users.list).toHaveBeenCalledWith(filter);
  });

  it('are made, shown, changed and deleted', async () => {
    for (const verb of ['create', 'get', 'update'] as const) sut.services.users[verb].mockResolvedValue(user);
    sut.services.users.remove.mockResolvedValue(undefined);
    const made = await sut.call('POST /users', { email: user.email, display_name: '  Robin ' });
    expect([made.status, made.body]).toEqual([201, item]);
    const wanted = { email: user.email, displayName: 'Robin' };
    expect(sut.services.users.create).toHaveBeenCalledWith(owner, wanted);
    expect((await sut.call(`GET /users/${user.id}`)).body).toEqual(item);
    expect((await sut.call(`PATCH /users/${user.id}`, { status: 'disabled' })).body).toEqual(item);
    expect(sut.services.users.update).toHaveBeenCalledWith(
      owner,
      user.id,
      { status: 'disabled' },
      expect.any(Function),
    );
    expect((await sut.call(`DELETE /users/${user.id}`)).status).toBe(204);
  });

  it('carry an ETag, and are changed and deleted only when If-Match names their present state', async () => {
    const { users } = sut.services;
    users.get.mockResolvedValue(user);
    users.update.mockImplementation(async (_actor, _id, _change, demand) => (demand!(user), user));
    users.remove.mockImplementation(async (_actor, _id, demand) => demand!(user));
    const path = `/users/${user.id}`;
    const tag = (await sut.call(`GET ${path}`)).headers.etag!;
    for (const [ifMatch, changed, deleted] of [
      [tag, 200, 204],
      ['"another"', 412, 412],
    ] as const) {
      const change = await sut.call(`PATCH ${path}`, { status: 'disabled' }).set('If-Match', ifMatch);
      const end = await sut.call(`DELETE ${path}`).set('If-Match', ifMatch);
      expect([ifMatch, change.status, end.status]).toEqual([ifMatch, changed, deleted]);
      if (changed === 412) expect(errorOf(change.body).code).toBe('PRECONDITION_FAILED');
    }
  });

  it.each([
    [{}, 'email is required'],
    [{ display_name: 'x' }, 'email is required'],
    [{ email: 'robin' }, 'email must be an email'],
    [{ email: 7 }, 'email must be an email'],
    [{ email: 'a@example.com\0' }, 'email must be an email'],
    [{ email: 'a@example.com', display_name: '' }, 'display_name is empty'],
    [{ email: 'a@example.com', display_name: 'a\u0000b' }, 'display_name must be one line of text'],
    [{ email: 'a@example.com', display_name: 'a\nb' }, 'display_name must be one line of text'],
    ...['\u202e\u202c', '\u200b', '\u3164', '\u2800', '\u0301'].map((unseen): [object, string] => [
      { email: 'a@example.com', display_name: unseen },
      'display_name must contain a visible character',
    ]),
    [{ email: 'a@example.com', display_name: 'x'.repeat(201) }, /^display_name must be shorter/],
    [{ email: 'a@example.com', status: 'active' }, 'status is unknown'],
  ])('are not made from %j', async (wanted, details) => {
    const [status, code, text] = await refusal('POST /users', wanted);
    expect([status, code]).toEqual([400, 'INVALID_REQUEST']);
    expect(text).toMatch(details);
  });

  it.each([
    [{ email: null }, 'email is required'],
    [{ display_name: null }, 'display_name must be a string'],
    [{ status: 'gone' }, /^status must be one of/],
    [{ id: 'usr_1' }, 'id is unknown'],
  ])('are not changed by %j', async (change, details) => {
    const [status, , text] = await refusal(`PATCH /users/${user.id}`, change);
    expect(status).toBe(400);
    expect(text).toMatch(details);
  });

  it('are linked to the sender id in the form of inbound messages, and unlinked', async () => {
    const normalizeSender = (_: string, text: string) => text.replace(/[ ()-]/g, '');
    const accounts = () => [{ account: 'work' } as AccountSettings];
    const connector = { channel: 'imbridge', accounts, normalizeSender } as unknown as ChannelConnector;
    sut.services.connectors.set('imbridge', connector);
    sut.services.identities.add.mockResolvedValue(user);
    sut.services.identities.remove.mockResolvedValue(undefined);
    const path = `/users/${user.id}/identities`;
    const sender = { channel: 'imbridge', sender_id: '+1 (202) 555-0143' };
    const { status, body } = await sut.call(`POST ${path}`, sender);
    expect([status, body]).toEqual([201, item]);
    const key = { channel: 'imbridge', account: 'work', senderId: '+12025550143' };
    expect(sut.services.identities.add).toHaveBeenCalledWith(owner, user.id, key);
    expect((await sut.call(`DELETE ${path}/idn_1`)).status).toBe(204);
    expect(sut.services.identities.remove).toHaveBeenCalledWith(owner, user.id, 'idn_1');
  });
});

describe('keys', () => {
  const path = `/users/${user.id}/keys`;

  it('are listed, without the key', async () => {
    sut.services.keys.list.mockResolvedValue([apiKey]);
    const window = { used: 0, limit: 100, resets_at: null };
    const usage = { minute: window, hour: window, day: window };
    expect((await sut.call(`GET ${path}`)).body).toEqual({
      items: [{ ...keyItem, usage }],
      next_cursor: null,
    });
  });

  it('are made, shown once, and revoked', async () => {
    sut.services.keys.create.mockResolvedValue({ key: 'gh_secret', apiKey });
    sut.services.keys.revoke.mockResolvedValue(undefined);
    const wanted = { name: 'import', scopes: ['users:read'], expires_at: ISO, limits: { per_hour: 5 } };
    const { status, body } = await sut.call(`POST ${path}`, wanted).set('Idempotency-Key', 'once');
    expect([status, body]).toEqual([201, { ...keyItem, key: 'gh_secret' }]);
    expect(sut.services.keys.create).toHaveBeenCalledWith(
      owner,
      user.id,
      { name: 'import', scopes: ['users:read'], expiresAt: AT, limits: { perHour: 5 } },
      'once',
    );
    expect((await sut.call(`DELETE ${path}/${apiKey.id}`)).status).toBe(204);
    expect(sut.services.keys.revoke).toHaveBeenCalledWith(owner, user.id, apiKey.id);
  });

  it('are made without any field', async () => {
    sut.services.keys.create.mockResolvedValue({ key: 'gh_secret', apiKey });
    for (const body of [undefined, {}, { name: null, scopes: null, limits: null }])
      expect((await sut.call(`POST ${path}`, body)).status).toBe(201);
    for (const [, , wanted] of sut.services.keys.create.mock.calls) expect(wanted).toEqual({});
  });

  it.each([
    [{ name: '' }, 'name is empty'],
    [{ name: 'a\tb' }, 'name must be one line of text'],
    [{ name: '\u202e\u200f' }, 'name must contain a visible character'],
    [{ scopes: 'users:read' }, /^scopes /],
    [{ scopes: [] }, 'scopes must contain at least one scope'],
    [{ scopes: ['users:read', 'users:read'] }, 'scopes must not contain a scope twice'],
    [{ scopes: ['users:write'] }, 'scopes must be among: users:read, data:process'],
    [{ expires_at: '2026-12-31' }, /^expires_at must be an ISO 8601 time with time zone/],
    [{ expires_at: '2026-12-31T10:00:00' }, /^expires_at must be an ISO 8601 time/],
    [{ expires_at: '2026-02-30T10:00:00Z' }, /^expires_at must be an ISO 8601 time/],
    [{ expires_at: 1_800_000_000_000 }, /^expires_at must be an ISO 8601 time/],
    [{ limits: [] }, /^limits /],
    [{ limits: 'none' }, /^limits /],
    [{ limits: { per_minute: 0 } }, 'limits.per_minute must not be less than 1'],
    [{ limits: { per_minute: 1.5 } }, /^limits.per_minute must be an integer/],
    [{ limits: { per_week: 1 } }, 'limits.per_week is unknown'],
    [{ key: 'gh_mine' }, 'key is unknown'],
  ])('are not made from %j', async (wanted, details) => {
    const [status, code, text] = await refusal(`POST ${path}`, wanted);
    expect([status, code]).toEqual([400, 'INVALID_REQUEST']);
    expect(text).toMatch(details);
  });
});
