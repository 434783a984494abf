import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM } from '../../src/access-control/index.js';
import { MAX_KEYS } from '../../src/access-control/keys/key-issuer.js';
import { MAX_OWN_KEYS } from '../../src/access-control/keys/account-keys.service.js';
import { newKey } from '../../src/access-control/keys/api-key.js';
import { PostgresDatabase } from '../../src/persistence/postgres/postgres-database.js';
import { SqliteDatabase } from '../../src/persistence/sqlite/sqlite-database.js';
import { accountsOn, accountsWorld } from '../support/accounts.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { borrowDatabase } from '../support/postgres-databases.js';

const MINUTE_MS = 60_000;

describe.each(DATABASES)('API keys on %s', (_, open) => {
  const world = accountsWorld(open);

  const isGood = async (key: string) => (await world.sut.authenticator.authenticate(key)) !== undefined;
  const listed = async (userId: string) => world.sut.keys.list(userId, { limit: 200 });

  it('identify their user, and are stored as a hash', async () => {
    const limits = { perMinute: 7, perDay: 9 };
    const { user, key, apiKey, holder } = await world.sut.make({ name: 'n', scopes: ['users:read'], limits });
    expect(holder).toEqual({
      keyId: apiKey.id,
      countsAs: apiKey.id,
      userId: user.id,
      scopes: ['users:read'],
      limits,
    });
    const row = await world.database.db.on().selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(key.slice(9));
    expect(await isGood(row.hash)).toBe(false);
    expect(apiKey).toMatchObject({
      prefix: key.slice(0, 9),
      name: 'n',
      createdBy: 'system',
      expiresAt: null,
    });
    expect(await isGood(newKey())).toBe(false);
  });

  it('have all scopes, no expiry and no limits of their own by default', async () => {
    const { user, apiKey } = await world.sut.make();
    const { id, prefix } = apiKey;
    await world.sut.uses.onModuleDestroy();
    expect(await listed(user.id)).toEqual([
      {
        id,
        prefix,
        userId: user.id,
        name: 'API key',
        scopes: ['users:read', 'data:process'],
        limits: {},
        createdAt: world.clock.now(),
        createdBy: 'system',
        madeWith: null,
        expiresAt: null,
        lastUsedAt: world.clock.now(),
      },
    ]);
  });

  it('expire to the millisecond', async () => {
    const { key } = await world.sut.make({ expiresAt: world.clock.now() + 1_000 });
    world.clock.advance(999);
    expect(await isGood(key)).toBe(true);
    world.clock.advance(1);
    expect(await isGood(key)).toBe(false);
    const past = world.sut.make({ expiresAt: world.clock.now() }, 'ben@example.com');
    await expect(past).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: 'expires_at must be in the future',
    });
  });

  it('end at once when revoked, when the user is disabled, and when the user is deleted', async () => {
    const { user, key, apiKey } = await world.sut.make();
    expect(await isGood(key)).toBe(true);
    await world.sut.users.update(SYSTEM, user.id, { status: 'disabled' });
    expect(await isGood(key)).toBe(false);
    await expect(world.sut.keys.create(SYSTEM, user.id, {})).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The user is disabled.',
      details: 'the user with this id is disabled',
    });
    await world.sut.users.update(SYSTEM, user.id, { status: 'active' });
    expect(await isGood(key)).toBe(true);
    await world.sut.keys.revoke(SYSTEM, user.id, apiKey.id);
    expect(await isGood(key)).toBe(false);
    await expect(world.sut.keys.revoke(SYSTEM, user.id, apiKey.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'No such key.',
      details: 'no key of this user has this id',
    });
    const { key: other } = await world.sut.keys.create(SYSTEM, user.id, {});
    expect(await isGood(other)).toBe(true);
    await world.sut.users.remove(SYSTEM, user.id);
    expect(await isGood(other)).toBe(false);
    expect(await world.database.db.on().selectFrom('api_keys').selectAll().execute()).toEqual([]);
  });

  it('of one user cannot be revoked through another', async () => {
    const { key, apiKey } = await world.sut.make();
    const { user } = await world.sut.make({}, 'ben@example.com');
    await expect(world.sut.keys.revoke(SYSTEM, user.id, apiKey.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await isGood(key)).toBe(true);
  });

  it('are refused while the revocation is being written, from its commit on', async () => {
    const { user, key, apiKey } = await world.sut.make();
    await world.sut.users.update(SYSTEM, user.id, {});
    const revoking = world.sut.keys.revoke(SYSTEM, user.id, apiKey.id).then(() => 'revoked' as const);
    const meanwhile = async () => {
      await isGood(key);
      return new Promise<'not yet'>((resolve) => setImmediate(() => resolve('not yet')));
    };
    while ((await Promise.race([revoking, meanwhile()])) !== 'revoked');
    const late: boolean[] = [];
    for (let n = 0; n < 20; n++) late.push(await isGood(key));
    expect(new Set(late)).toEqual(new Set([false]));
  });

  it('have a last use, a minute late at most, that survives a restart', async () => {
    const { user, key, apiKey } = await world.sut.make();
    const lastUse = async () => (await listed(user.id))[0]?.lastUsedAt;
    const madeAt = world.clock.now();
    await eventually(async () => (await lastUse()) === madeAt);
    world.clock.advance(MINUTE_MS - 1);
    for (let n = 0; n < 50; n++) await isGood(key);
    await world.sut.uses.onModuleDestroy();
    expect(await lastUse()).toBe(madeAt);
    world.clock.advance(1);
    await Promise.all(Array.from({ length: 50 }, () => isGood(key)));
    await world.sut.uses.onModuleDestroy();
    expect(await lastUse()).toBe(world.clock.now());
    // Another replica, or the next start, does not write again within the minute.
    const other = accountsOn(world.database.db, world.clock);
    world.clock.advance(1);
    other.uses.recordUse(
      { holder: { keyId: apiKey.id } as never, expiresAt: null, lastUsedAt: null },
      world.clock.now(),
    );
    await other.uses.onModuleDestroy();
    expect(await lastUse()).toBe(world.clock.now() - 1);
  });

  it('are limited to 100 for each user', async () => {
    const { user } = await world.sut.make();
    for (let n = 1; n < MAX_KEYS; n++) await world.sut.keys.create(SYSTEM, user.id, {});
    await expect(world.sut.keys.create(SYSTEM, user.id, {})).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'There are too many keys.',
      details: 'at most 100 keys per user: revoke one first',
    });
    const first = await world.sut.keys.list(user.id, { limit: 60 });
    const rest = await world.sut.keys.list(user.id, { limit: 60, after: first.at(-1)!.id });
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(MAX_KEYS);
  });

  it('are found by their ids, and by the time in which they end, while their user is active', async () => {
    const now = world.clock.now();
    const ends = async (email: string, expiresAt: number | null) =>
      (await world.sut.make({ expiresAt }, email)).apiKey;
    const second = await ends('ann@example.com', now + 30);
    const [first, same] = [await ends('ben@example.com', now + 20), await ends('cem@example.com', now + 30)];
    for (const [email, end] of [
      ['dan@example.com', now + 10],
      ['eve@example.com', now + 31],
    ] as const)
      await ends(email, end);
    await ends('fay@example.com', null);
    const off = await ends('gil@example.com', now + 25);
    await world.sut.users.update(SYSTEM, off.userId, { status: 'disabled' });
    await world.sut.uses.onModuleDestroy();
    const found = (limit: number) => world.sut.keys.endingBetween(now + 10, now + 30, limit);
    expect((await found(9)).map(({ id }) => id)).toEqual([first.id, second.id, same.id]);
    expect(await found(1)).toEqual([{ ...first, lastUsedAt: now }]);
    expect(await world.sut.keys.withIds([off.id, 'key_x'])).toEqual([{ ...off, lastUsedAt: now }]);
    expect(await world.sut.keys.withIds([])).toEqual([]);
  });

  describe('made by their holder', () => {
    it('inherit scopes, limits and expiry of the calling key', async () => {
      const expiresAt = world.clock.now() + MINUTE_MS;
      const { holder, apiKey } = await world.sut.make({
        scopes: ['users:read'],
        limits: { perHour: 5 },
        expiresAt,
      });
      const made = await world.sut.own.create(holder, { name: 'next' });
      expect(made.apiKey).toMatchObject({
        name: 'next',
        scopes: ['users:read'],
        limits: { perHour: 5 },
        expiresAt,
        madeWith: apiKey.id,
        createdBy: `key:${apiKey.id}`,
        userId: holder.userId,
      });
      expect(await isGood(made.key)).toBe(true);
      const [entry] = await world.sut.audit.list(1);
      const end = new Date(expiresAt).toISOString();
      expect(entry).toMatchObject({
        actor: `key:${apiKey.id}`,
        action: 'key.created',
        subject: made.apiKey.id,
        change: {
          before: {},
          after: { name: 'next', scopes: ['users:read'], limits: { per_hour: 5 }, expires_at: end },
        },
      });
      expect(entry?.details).toEqual({
        user_id: holder.userId,
        prefix: made.apiKey.prefix,
        scopes: 'users:read',
        made_with: apiKey.id,
      });
      expect(made.apiKey.id).toMatch(/^key_/);
    });

    it('tell who calls, until the user or the key is gone', async () => {
      const { user, apiKey, holder } = await world.sut.make();
      await world.sut.keys.create(SYSTEM, user.id, {});
      await world.sut.uses.onModuleDestroy();
      const key = { ...apiKey, lastUsedAt: world.clock.now() };
      expect(await world.sut.own.whoIs(holder)).toEqual({ user, key });
      const invalid = { code: 'UNAUTHENTICATED', message: 'A valid API key is needed.' };
      const details = 'Authorization must be Bearer <API key>';
      await world.sut.keys.revoke(SYSTEM, user.id, apiKey.id);
      await expect(world.sut.own.whoIs(holder)).rejects.toMatchObject({ ...invalid, details });
      await world.sut.users.remove(SYSTEM, user.id);
      await expect(world.sut.own.whoIs(holder)).rejects.toMatchObject({ ...invalid, details });
    });

    it.each([
      [
        { scopes: ['users:read', 'data:process'] },
        'scopes must be among those of the calling key: users:read',
      ],
      [{ scopes: ['data:process'] }, 'scopes must be among those of the calling key: users:read'],
      [{ expiresAt: null }, /^expires_at must not be after /],
      [{ expiresAt: Date.UTC(2026, 0, 1, 0, 1, 0, 1) }, /^expires_at must not be after /],
      [{ limits: { perHour: 6 } }, 'limits.per_hour must not be above 5'],
      [{ limits: { perMinute: 101 } }, 'limits.per_minute must not be above 100'],
      [{ limits: { perDay: 100_001 } }, 'limits.per_day must not be above 100000'],
    ] as const)('cannot exceed the calling key: %j', async (wanted, details) => {
      const limited = { scopes: ['users:read'], limits: { perHour: 5 } } as const;
      const { holder } = await world.sut.make({ ...limited, expiresAt: world.clock.now() + MINUTE_MS });
      const refused = world.sut.own.create(holder, wanted);
      await expect(refused).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'This API key may not do that.',
        details: typeof details === 'string' ? details : expect.stringMatching(details),
      });
      expect(await world.sut.own.list(holder)).toHaveLength(1);
    });

    it('can have fewer scopes, lower limits and an earlier expiry', async () => {
      const { holder } = await world.sut.make({ limits: { perHour: 5 } });
      const less = {
        scopes: ['data:process'],
        limits: { perHour: 4, perMinute: 100 },
        expiresAt: world.clock.now() + 1,
      };
      const { apiKey } = await world.sut.own.create(holder, less as never);
      expect(apiKey).toMatchObject(less);
    });

    it('replace an old key, which either of the two can revoke', async () => {
      const { key, apiKey, holder } = await world.sut.make({ scopes: ['users:read'] });
      const second = await world.sut.own.create(holder, {});
      const next = (await world.sut.authenticator.authenticate(second.key))!;
      await world.sut.own.revoke(next, apiKey.id);
      expect([await isGood(key), await isGood(second.key)]).toEqual([false, true]);
      await world.sut.own.revoke(next, second.apiKey.id);
      expect(await isGood(second.key)).toBe(false);
      await expect(world.sut.own.create(next, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(world.sut.own.revoke(next, 'x')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    });

    it('cannot revoke a key with more scopes, nor one of another user', async () => {
      const { user, key, apiKey } = await world.sut.make();
      const narrow = await world.sut.keys.create(SYSTEM, user.id, { scopes: ['users:read'] });
      const holder = (await world.sut.authenticator.authenticate(narrow.key))!;
      await expect(world.sut.own.revoke(holder, apiKey.id)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        details: 'the key has the scope data:process, which the calling key does not have',
      });
      const other = await world.sut.make({ scopes: ['users:read'] }, 'ben@example.com');
      await expect(world.sut.own.revoke(holder, other.apiKey.id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      expect([await isGood(key), await isGood(other.key)]).toEqual([true, true]);
    });

    it('are limited in number, also when made at the same time', async () => {
      const { holder } = await world.sut.make();
      const made = await Promise.allSettled(
        Array.from({ length: MAX_OWN_KEYS + 3 }, () => world.sut.own.create(holder, {})),
      );
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_OWN_KEYS);
      await expect(world.sut.own.create(holder, {})).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'There are too many keys.',
        details: 'at most 5 created by yourself: revoke one',
      });
    });

    it('share the limits of the key they descend from, even after that was revoked', async () => {
      const { apiKey, holder } = await world.sut.make();
      const child = await world.sut.own.create(holder, {});
      const childHolder = (await world.sut.authenticator.authenticate(child.key))!;
      const grandchild = await world.sut.own.create(childHolder, {});
      const countsAs = async (key: string) => (await world.sut.authenticator.authenticate(key))!.countsAs;
      expect([holder.countsAs, childHolder.countsAs]).toEqual([apiKey.id, apiKey.id]);
      expect(await countsAs(grandchild.key)).toBe(apiKey.id);
      await world.sut.own.revoke(childHolder, apiKey.id);
      expect([await countsAs(child.key), await countsAs(grandchild.key)]).toEqual([apiKey.id, apiKey.id]);
    });

    it('end with the key they descend from, even when one in between was revoked', async () => {
      const { user, apiKey, holder } = await world.sut.make();
      const child = await world.sut.own.create(holder, {});
      const childHolder = (await world.sut.authenticator.authenticate(child.key))!;
      const grandchild = await world.sut.own.create(childHolder, {});
      const heir = await world.sut.own.create(
        (await world.sut.authenticator.authenticate(grandchild.key))!,
        {},
      );
      const bystander = await world.sut.keys.create(SYSTEM, user.id, {});
      await world.sut.own.revoke(childHolder, child.apiKey.id);
      const areGood = async () => Promise.all([grandchild, heir, bystander].map(({ key }) => isGood(key)));
      expect(await areGood()).toEqual([true, true, true]);
      await world.sut.keys.revoke(SYSTEM, user.id, apiKey.id);
      expect(await areGood()).toEqual([false, false, true]);
    });

    it('end with the key that made them, even when that was revoked before by its holder', async () => {
      const { user, apiKey, holder } = await world.sut.make();
      const child = await world.sut.own.create(holder, {});
      await world.sut.own.revoke((await world.sut.authenticator.authenticate(child.key))!, apiKey.id);
      expect(await isGood(child.key)).toBe(true);
      await world.sut.keys.revoke(SYSTEM, user.id, apiKey.id);
      expect(await isGood(child.key)).toBe(false);
    });
  });
});

it('a revocation on one replica applies at once on the other', async () => {
  const { url, release } = await borrowDatabase();
  const [one, two] = [await PostgresDatabase.open(url), await PostgresDatabase.open(url)];
  const clock = new FakeClock();
  const [here, there] = [accountsOn(one, clock), accountsOn(two, clock)];
  const { user, key, apiKey } = await here.make();
  expect(await there.authenticator.authenticate(key)).toBeDefined();
  expect((await there.users.find(user.id))?.displayName).toBe('ann');
  await here.users.update(SYSTEM, user.id, { displayName: 'Ann' });
  expect((await there.users.find(user.id))?.displayName).toBe('Ann');
  await here.keys.revoke(SYSTEM, user.id, apiKey.id);
  expect(await there.authenticator.authenticate(key)).toBeUndefined();
  for (const each of [here, there]) await each.uses.onModuleDestroy();
  await Promise.all([one.close(), two.close()]);
  await release();
});

it('API keys and their last use survive a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-keys-'));
  const file = join(folder, 'gatehouse.db');
  const clock = new FakeClock();
  const before = await SqliteDatabase.open(file);
  const first = accountsOn(before, clock);
  const { user, key, apiKey } = await first.make();
  await first.uses.onModuleDestroy();
  await before.close();
  const after = await SqliteDatabase.open(file);
  const second = accountsOn(after, clock);
  expect(await second.keys.list(user.id, { limit: 1 })).toEqual([{ ...apiKey, lastUsedAt: clock.now() }]);
  expect(await second.authenticator.authenticate(key)).toBeDefined();
  await second.uses.onModuleDestroy();
  await after.close();
  await rm(folder, { recursive: true });
});
