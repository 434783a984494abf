import { type Actor, SYSTEM } from '../../src/access-control/index.js';
import { MAX_TOKENS } from '../../src/access-control/tokens/admin-tokens.service.js';
import { ADMIN_TOKENS } from '../../src/access-control/tokens/admin-token.repository.js';
import { PostgresDatabase } from '../../src/persistence/postgres/postgres-database.js';
import { accountsOn, accountsWorld, OWNER_TOKEN } from '../support/accounts.js';
import { DATABASES } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { borrowDatabase } from '../support/postgres-databases.js';
import { deleteOlder } from '../support/delete-older.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const FIRST: Actor = { id: 'token:owner', role: 'owner' };

describe.each(DATABASES)('admin tokens on %s', (_, open) => {
  const world = accountsWorld(open);

  const actorOf = (token: string) => world.sut.actorOf(token);
  const listed = () => world.sut.tokens.list({ limit: 200 });
  const audited = async () =>
    (await world.sut.audit.list(50)).map(({ action, actor }) => `${action} by ${actor}`);

  it('give their role, are stored as a hash, and are audited when made and revoked', async () => {
    const { token, adminToken } = await world.sut.tokens.create(FIRST, { role: 'operator', name: 'on-call' });
    expect(await actorOf(token)).toEqual({
      id: `token:${adminToken.id}`,
      role: 'operator',
      tokenId: adminToken.id,
    });
    expect(await actorOf(OWNER_TOKEN)).toEqual(FIRST);
    const row = await world.database.db.on().selectFrom('admin_tokens').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token.slice(10));
    expect([await actorOf(row.hash), await actorOf(ADMIN_TOKENS.make())]).toEqual([undefined, undefined]);
    await world.sut.tokens.revoke(FIRST, adminToken.id);
    expect([await actorOf(token), await listed()]).toEqual([undefined, []]);
    await expect(world.sut.tokens.revoke(FIRST, adminToken.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'No such token.',
      details: 'no token has this id',
    });
    expect(await audited()).toEqual(['token.revoked by token:owner', 'token.created by token:owner']);
    const [entry] = await world.sut.audit.list(1);
    expect(entry).toMatchObject({ subject: adminToken.id });
    expect(entry?.details).toEqual({ role: 'operator', prefix: adminToken.prefix });
    expect(adminToken.id).toMatch(/^tok_/);
    expect(JSON.stringify(await world.sut.audit.list(9))).not.toContain(token.slice(10));
  });

  it('expire to the millisecond, and have a last use', async () => {
    const { token } = await world.sut.tokens.create(FIRST, {
      role: 'viewer',
      expiresAt: world.clock.now() + MINUTE_MS,
    });
    world.clock.advance(MINUTE_MS - 1);
    const actor = (await actorOf(token))!;
    expect(actor).toBeDefined();
    expect(await world.sut.signInAuthenticator.isGood(actor)).toBe(true);
    await world.sut.tokenUses.onModuleDestroy();
    const usedAt = world.clock.now();
    expect(await listed()).toMatchObject([{ lastUsedAt: usedAt, name: 'admin token' }]);
    // Another replica, or the next start, does not write again within the minute.
    const other = accountsOn(world.database.db, world.clock);
    const [adminToken] = await listed();
    other.tokenUses.recordUse({ ...adminToken!, lastUsedAt: null }, usedAt + MINUTE_MS - 1);
    await other.tokenUses.onModuleDestroy();
    expect(await listed()).toMatchObject([{ lastUsedAt: usedAt }]);
    world.clock.advance(1);
    expect(await actorOf(token)).toBeUndefined();
    // A stream that was opened before asks this way.
    expect(await world.sut.signInAuthenticator.isGood(actor)).toBe(false);
    const past = world.sut.tokens.create(FIRST, { role: 'viewer', expiresAt: world.clock.now() });
    await expect(past).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: 'expires_at must be in the future',
    });
  });

  it('have no wider role or time than their maker, and end with it', async () => {
    const expiresAt = world.clock.now() + MINUTE_MS;
    const maker = await world.sut.tokens.create(FIRST, { role: 'owner', expiresAt });
    const actor = (await actorOf(maker.token))!;
    const child = await world.sut.tokens.create(actor, { role: 'owner' });
    expect(child.adminToken).toMatchObject({ expiresAt, madeWith: maker.adminToken.id, createdBy: actor.id });
    for (const end of [null, expiresAt + 1])
      await expect(world.sut.tokens.create(actor, { role: 'viewer', expiresAt: end })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'This admin token may not do that.',
        details: `expires_at must not be after ${new Date(expiresAt).toISOString()}`,
      });
    const operator: Actor = { id: 'token:x', role: 'operator' };
    const wider = world.sut.tokens.create(operator, { role: 'owner' });
    await expect(wider).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: 'role must not be above operator',
    });
    const grandchild = await world.sut.tokens.create((await actorOf(child.token))!, { role: 'viewer' });
    const bystander = await world.sut.tokens.create(FIRST, { role: 'viewer' });
    const [, { details } = {}] = await world.sut.audit.list(2);
    expect(details).toEqual({
      role: 'viewer',
      prefix: grandchild.adminToken.prefix,
      made_with: child.adminToken.id,
    });
    await world.sut.tokens.revoke(FIRST, maker.adminToken.id);
    const left = await Promise.all([child, grandchild, bystander].map(({ token }) => actorOf(token)));
    expect(left.map((each) => each !== undefined)).toEqual([false, false, true]);
    // A request of the maker's that had passed the guard before.
    await expect(world.sut.tokens.create(actor, { role: 'viewer' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'A valid admin token is needed.',
      details: 'the calling token was revoked',
    });
  });

  it('are limited to 100', async () => {
    for (let n = 0; n < MAX_TOKENS; n++) await world.sut.tokens.create(FIRST, { role: 'viewer' });
    await expect(world.sut.tokens.create(FIRST, { role: 'viewer' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'There are too many tokens.',
      details: 'at most 100 tokens: revoke one first',
    });
    const first = await world.sut.tokens.list({ limit: 60 });
    const rest = await world.sut.tokens.list({ limit: 60, after: first.at(-1)!.id });
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(MAX_TOKENS);
  });

  describe('made under an Idempotency-Key, as API keys are,', () => {
    const kinds = async () => {
      const { user, holder } = await world.sut.make();
      return {
        tokens: async (key: string) =>
          (await world.sut.tokens.create(FIRST, { role: 'viewer' }, key)).adminToken.id,
        keys: async (key: string) => (await world.sut.keys.create(SYSTEM, user.id, {}, key)).apiKey.id,
        own: async (key: string) => (await world.sut.own.create(holder, {}, key)).apiKey.id,
      };
    };

    it.each(['tokens', 'keys', 'own'] as const)(
      'are made once for %s, and a repeat names the first',
      async (kind) => {
        const make = (await kinds())[kind];
        const made = await Promise.allSettled(Array.from({ length: 4 }, () => make('k')));
        const ids = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
        expect(ids).toHaveLength(1);
        for (const each of made)
          if (each.status === 'rejected')
            expect(each.reason).toMatchObject({
              code: 'CONFLICT',
              message: 'This was already created.',
              details: `Idempotency-Key has already created ${ids[0]!}, whose secret is shown only once: if you missed it, revoke it and repeat with another Idempotency-Key`,
            });
        expect(await make('other')).not.toBe(ids[0]);
        world.clock.advance(DAY_MS);
        await expect(make('k')).rejects.toMatchObject({ code: 'CONFLICT' });
        world.clock.advance(1);
        expect(await make('k')).not.toBe(ids[0]);
        const kept = await world.database.db.on().selectFrom('idempotency_records').selectAll().execute();
        expect(JSON.stringify(kept)).not.toMatch(/gha?_/);
      },
    );

    it('stand for one request: with another it is refused, and names what was made', async () => {
      const user = await world.sut.users.create(SYSTEM, { email: 'a@example.com' });
      const other = await world.sut.users.create(SYSTEM, { email: 'b@example.com' });
      const token = await world.sut.tokens.create(FIRST, { role: 'viewer' }, 'k');
      const key = await world.sut.keys.create(SYSTEM, user.id, { name: 'app' }, 'k');
      const mismatch = (id: string) => ({
        code: 'IDEMPOTENCY_MISMATCH',
        details: `Idempotency-Key has already created ${id} with a different body`,
      });
      for (const wanted of [{ role: 'viewer', name: 'wall' }, { role: 'owner' }] as const)
        await expect(world.sut.tokens.create(FIRST, wanted, 'k')).rejects.toMatchObject(
          mismatch(token.adminToken.id),
        );
      for (const [id, wanted] of [
        [user.id, { name: 'other' }],
        [other.id, { name: 'app' }],
      ] as const)
        await expect(world.sut.keys.create(SYSTEM, id, wanted, 'k')).rejects.toMatchObject(
          mismatch(key.apiKey.id),
        );
      // An earlier release kept no request.
      await world.database.db.on().updateTable('idempotency_records').set({ fingerprint: null }).execute();
      const again = world.sut.tokens.create(FIRST, { role: 'owner' }, 'k');
      await expect(again).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('belong to their caller, and free the key when the request is refused', async () => {
      const other: Actor = { id: 'token:other', role: 'owner' };
      await world.sut.tokens.create(FIRST, { role: 'viewer' }, 'k');
      await world.sut.tokens.create(other, { role: 'viewer' }, 'k');
      const refused = world.sut.tokens.create(FIRST, { role: 'viewer', expiresAt: 1 }, 'again');
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      await world.sut.tokens.create(FIRST, { role: 'viewer' }, 'again');
      const remove = (before: number, limit: number) =>
        deleteOlder(world.database.db, world.sut.repeats, before, limit);
      const now = world.clock.now();
      expect([await remove(now, 9), await remove(now + 1, 2), await remove(now + 1, 9)]).toEqual([0, 2, 1]);
    });
  });
});

it('a revocation on one replica applies at once on the other', async () => {
  const { url, release } = await borrowDatabase();
  const [one, two] = [await PostgresDatabase.open(url), await PostgresDatabase.open(url)];
  const clock = new FakeClock();
  const [here, there] = [accountsOn(one, clock), accountsOn(two, clock)];
  const { token, adminToken } = await here.tokens.create(FIRST, { role: 'viewer' });
  expect(await there.actorOf(token)).toBeDefined();
  await here.tokens.revoke(FIRST, adminToken.id);
  expect(await there.actorOf(token)).toBeUndefined();
  await there.tokenUses.onModuleDestroy();
  await Promise.all([one.close(), two.close()]);
  await release();
});
