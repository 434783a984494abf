import { SYSTEM, type User } from '../../src/access-control/index.js';
import { PairingRepository } from '../../src/pairing/pairing.repository.js';
import { PairingService } from '../../src/pairing/index.js';
import { PostgresDatabase } from '../../src/persistence/postgres/postgres-database.js';
import { type Accounts, accountsOn, accountsWorld } from '../support/accounts.js';
import { DATABASES } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { borrowDatabase } from '../support/postgres-databases.js';

const ANN = { channel: 'imbridge', account: 'default', senderId: '+12025550143' };

describe.each(DATABASES)('users on %s', (_, open) => {
  const world = accountsWorld(open);

  const audited = async () => (await world.sut.audit.list(50)).map(({ action }) => action);

  it('are created, found, changed and deleted', async () => {
    const user = await world.sut.users.create(SYSTEM, { email: 'Ann.B@Example.com' });
    expect(user).toEqual({
      id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
      displayName: 'Ann.B',
      email: 'Ann.B@Example.com',
      status: 'active',
      createdAt: world.clock.now(),
      updatedAt: world.clock.now(),
      identities: [],
    });
    expect(await world.sut.users.find(user.id)).toEqual(user);
    world.clock.advance(1_000);
    const change = { displayName: 'Ann', status: 'disabled' } as const;
    const changed = { ...user, ...change, updatedAt: world.clock.now() };
    expect(await world.sut.users.update(SYSTEM, user.id, change)).toEqual(changed);
    expect(await world.sut.users.find(user.id)).toEqual(changed);
    await world.sut.users.remove(SYSTEM, user.id);
    expect(await world.sut.users.find(user.id)).toBeUndefined();
    expect(
      (await world.sut.audit.list(9)).map(({ action, subject, details }) => [action, subject, details]),
    ).toEqual([
      ['user.deleted', user.id, {}],
      ['user.updated', user.id, { changed: 'displayName, status', status: 'disabled' }],
      ['user.created', user.id, {}],
    ]);
  });

  it.each(['', 'x', 'usr_', "usr_' or 1=1 --", '\0', 'usr_\ud800', 'key_01j9zq4c5x8r2m6t0w3y7v1b4d'])(
    'are not found by the id %j',
    async (id) => {
      expect(await world.sut.users.find(id)).toBeUndefined();
      for (const call of [
        () => world.sut.users.get(id),
        () => world.sut.users.update(SYSTEM, id, { displayName: 'x' }),
        () => world.sut.users.remove(SYSTEM, id),
        () => world.sut.identities.add(SYSTEM, id, ANN),
        () => world.sut.keys.list(id, { limit: 1 }),
        () => world.sut.keys.create(SYSTEM, id, {}),
        () => world.sut.keys.revoke(SYSTEM, id, 'x'),
      ])
        await expect(call()).rejects.toMatchObject({
          code: 'NOT_FOUND',
          message: 'No such user.',
          details: 'no user has this id',
        });
    },
  );

  it('have an e-mail address of their own, whatever its case', async () => {
    const ann = await world.sut.users.create(SYSTEM, { email: 'ann@example.com' });
    const conflict = {
      code: 'CONFLICT',
      message: 'This email address is already in use.',
      details: 'email belongs to another user',
    };
    await expect(world.sut.users.create(SYSTEM, { email: 'ANN@example.COM' })).rejects.toMatchObject(
      conflict,
    );
    const ben = await world.sut.users.create(SYSTEM, { email: 'ben@example.com' });
    const take = world.sut.users.update(SYSTEM, ben.id, { email: 'Ann@Example.com' });
    await expect(take).rejects.toMatchObject(conflict);
    await world.sut.users.update(SYSTEM, ann.id, { email: 'Ann@Example.com' });
    const [found, ...others] = await world.sut.users.list({ email: 'aNN@example.com', limit: 5 });
    expect([found?.email, others]).toEqual(['Ann@Example.com', []]);
    expect(await world.sut.users.list({ email: 'nobody@example.com', limit: 5 })).toEqual([]);
    expect(await world.sut.users.list({ email: ann.email, limit: 5, after: ann.id })).toEqual([]);
    const kate = await world.sut.users.create(SYSTEM, { email: 'kate@example.com' });
    const lookAlike = await world.sut.users.create(SYSTEM, { email: '\u212aate@example.com' });
    expect(await world.sut.users.list({ email: 'KATE@example.com', limit: 5 })).toEqual([kate]);
    expect(await world.sut.users.list({ email: lookAlike.email, limit: 5 })).toEqual([lookAlike]);
  });

  it('are created once for an address that many request at the same time', async () => {
    const emails = ['a@example.com', 'A@example.com', 'a@EXAMPLE.com', 'A@EXAMPLE.COM'];
    const made = await Promise.allSettled(emails.map((email) => world.sut.users.create(SYSTEM, { email })));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of made)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'CONFLICT' });
  });

  it('are changed and deleted only in the state that the caller has read', async () => {
    const user = await world.sut.users.create(SYSTEM, { email: 'ann@example.com' });
    const asRead = (current: User) => {
      if (current.displayName !== user.displayName) throw new Error('changed since');
    };
    await world.sut.users.update(SYSTEM, user.id, { displayName: 'Ann' }, asRead);
    const update = world.sut.users.update(SYSTEM, user.id, { status: 'disabled' }, asRead);
    await expect(update).rejects.toThrow('changed since');
    await expect(world.sut.users.remove(SYSTEM, user.id, asRead)).rejects.toThrow('changed since');
    expect(await world.sut.users.find(user.id)).toMatchObject({ displayName: 'Ann', status: 'active' });
    expect(await audited()).toEqual(['user.updated', 'user.created']);
  });

  it('are listed in pages, each with all its identities', async () => {
    const made = [];
    for (const name of ['a', 'b', 'c'])
      made.push(await world.sut.users.create(SYSTEM, { email: `${name}@example.com` }));
    for (const senderId of ['1', '2']) {
      await world.sut.grant({ ...ANN, senderId });
      await world.sut.identities.add(SYSTEM, made[0]!.id, { ...ANN, senderId });
    }
    const first = await world.sut.users.list({ limit: 2 });
    expect(first.map(({ email, identities }) => [email, identities.map(({ senderId }) => senderId)])).toEqual(
      [
        ['a@example.com', ['1', '2']],
        ['b@example.com', []],
      ],
    );
    const rest = await world.sut.users.list({ limit: 2, after: first[1]!.id });
    expect(rest.map(({ email }) => email)).toEqual(['c@example.com']);
    expect(await world.sut.users.list({ limit: 2, after: rest[0]!.id })).toEqual([]);
  });

  describe('and their senders', () => {
    const link = async (userId: string) => world.sut.identities.add(SYSTEM, userId, ANN);
    const userOf = (sender = ANN) => world.sut.identities.userOf(sender, sender.senderId);

    it('are linked once they have a grant, and unlinked', async () => {
      const { id } = await world.sut.users.create(SYSTEM, { email: 'ann@example.com' });
      await expect(link(id)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This sender cannot be linked.',
        details: 'sender_id has no grant',
      });
      await world.sut.grant(ANN);
      await world.sut.users.find(id);
      expect(await userOf()).toBe('');
      const { identities } = await link(id);
      expect(await userOf()).toBe(id);
      const linked = {
        ...ANN,
        id: expect.stringMatching(/^idn_/),
        displayName: null,
        linkedAt: world.clock.now(),
      };
      expect(identities).toEqual([linked]);
      expect((await world.sut.users.find(id))?.identities).toEqual([linked]);
      expect((await link(id)).identities).toEqual(identities);
      expect(await world.sut.identities.sendersOf(id)).toEqual([ANN]);
      expect(await world.sut.identities.sendersOf('usr_x')).toEqual([]);
      await world.sut.identities.remove(SYSTEM, id, identities[0]!.id);
      expect((await world.sut.users.find(id))?.identities).toEqual([]);
      expect(await userOf()).toBe('');
      const again = world.sut.identities.remove(SYSTEM, id, identities[0]!.id);
      await expect(again).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'No such identity.',
        details: 'no identity has this identity_id',
      });
      const { channel, account, senderId: sender_id } = ANN;
      const [unlinked, wasLinked] = await world.sut.audit.list(2);
      const about = { channel, account, sender_id };
      const entry = { subject: id, details: about };
      const [begun, ended] = [
        { before: {}, after: about },
        { before: about, after: {} },
      ];
      expect(unlinked).toMatchObject({ ...entry, action: 'user.unlinked', change: ended });
      expect(wasLinked).toMatchObject({ ...entry, action: 'user.linked', change: begun });
    });

    it('get access by a grant, of which there is one each', async () => {
      const { grants } = world.sut;
      let heard = 0;
      grants.onAdded(() => heard++);
      const grant = await world.sut.grant(ANN);
      expect(grant).toEqual({
        ...ANN,
        id: expect.stringMatching(/^grt_/),
        senderName: null,
        source: 'operator',
        createdAt: world.clock.now(),
        createdBy: SYSTEM.id,
      });
      await expect(world.sut.grant(ANN)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This sender already has a grant.',
        details: 'sender_id already has a grant',
      });
      const others = [];
      for (const other of [{ senderId: '2' }, { account: 'other' }, { channel: 'another' }])
        others.push(await world.sut.grant({ ...ANN, ...other }));
      const [sameAccount, otherAccount, otherChannel] = others;
      expect(heard).toBe(4);
      const listed = async (filter: object) =>
        (await grants.list({ limit: 9, ...filter })).map(({ id }) => id);
      const all = [grant, ...others].map(({ id }) => id);
      expect(await grants.list({ limit: 1 })).toEqual([grant]);
      expect([await listed({}), await listed({ after: grant.id })]).toEqual([all, all.slice(1)]);
      expect(await listed({ channel: 'another' })).toEqual([otherChannel!.id]);
      expect(await listed({ account: 'other' })).toEqual([otherAccount!.id]);
      expect(await listed({ senderId: '2' })).toEqual([sameAccount!.id]);
      expect(await grants.countByAccount()).toEqual([
        { channel: 'another', account: ANN.account, count: 1 },
        { channel: ANN.channel, account: ANN.account, count: 2 },
        { channel: ANN.channel, account: 'other', count: 1 },
      ]);
      const strangers = { ...ANN, senderId: '3' };
      expect(await grants.among([strangers, ANN])).toEqual(new Set([ANN]));
      expect(await grants.among([])).toEqual(new Set());
      await grants.remove(SYSTEM, grant.id);
      expect([await grants.since(ANN), heard]).toEqual([undefined, 4]);
      await expect(grants.remove(SYSTEM, grant.id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'No such grant.',
        details: 'no grant has this id',
      });
      const details = {
        channel: ANN.channel,
        account: ANN.account,
        sender_id: ANN.senderId,
        source: 'operator',
      };
      const acts = (await world.sut.audit.list(9)).filter(({ subject }) => subject === grant.id);
      expect(acts.map(({ action, change, ...entry }) => [action, change, entry.details])).toEqual([
        ['grant.removed', { before: details, after: {} }, details],
        ['grant.added', { before: {}, after: details }, details],
      ]);
    });

    it('are linked as they get access, or both fail', async () => {
      const { db } = world.database;
      const repository = new PairingRepository(db);
      const pairing = new PairingService(db, repository, world.sut.grants, world.sut.audit, world.clock);
      const answer = await db.transaction((tx) => pairing.requestAccess(tx, { ...ANN, senderName: 'Ann' }));
      const { code } = (answer as { request: { code: string } }).request;
      const by = { channel: ANN.channel, code };
      const nobody = { code: 'NOT_FOUND', details: 'no user has this user_id' };
      await expect(pairing.approve(SYSTEM, { ...by, userId: 'x' })).rejects.toMatchObject(nobody);
      expect([await world.sut.grants.since(ANN), await audited()]).toEqual([undefined, []]);
      const { id } = await world.sut.users.create(SYSTEM, { email: 'ann@example.com' });
      await pairing.approve(SYSTEM, { ...by, userId: id });
      const linked = { ...ANN, displayName: 'Ann', linkedAt: world.clock.now() };
      expect((await world.sut.users.find(id))?.identities).toEqual([expect.objectContaining(linked)]);
      expect(await audited()).toEqual(['pairing.approved', 'user.linked', 'grant.added', 'user.created']);
    });

    it.each([
      ['channel', { channel: 'other' }, { account: 'x' }],
      ['account', { account: 'other' }, { senderId: 'x' }],
      ['address', { senderId: '+12025550144' }, { channel: 'x' }],
    ])('have neither the grant nor the user of one with another %s', async (_field, other, third) => {
      const elsewhere = { ...ANN, ...other };
      await world.sut.grant(ANN);
      const { id } = await world.sut.users.create(SYSTEM, { email: 'ann@example.com' });
      await link(id);
      const { grants, identities } = world.sut;
      expect([await grants.since(ANN), await grants.since(elsewhere)]).toEqual([
        world.clock.now(),
        undefined,
      ]);
      // The two together have every field of the sender.
      expect(await grants.among([elsewhere, { ...ANN, ...third }])).toEqual(new Set());
      expect([await userOf(), await userOf(elsewhere)]).toEqual([id, '']);
      const conflict = { code: 'CONFLICT', details: 'sender_id has no grant' };
      await expect(identities.add(SYSTEM, id, elsewhere)).rejects.toMatchObject(conflict);
    });

    it('are linked to one user only', async () => {
      await world.sut.grant(ANN);
      const { id } = await world.sut.users.create(SYSTEM, { email: 'ann@example.com' });
      const other = await world.sut.users.create(SYSTEM, { email: 'ben@example.com' });
      const identity = (await link(id)).identities[0]!;
      const details = 'sender_id is linked to another user';
      await expect(link(other.id)).rejects.toMatchObject({ code: 'CONFLICT', details });
      const stolen = world.sut.identities.remove(SYSTEM, other.id, identity.id);
      await expect(stolen).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect((await world.sut.users.find(id))?.identities).toHaveLength(1);
    });

    it('are unlinked when the grant is removed, and when the user is deleted', async () => {
      const grant = await world.sut.grant(ANN);
      const { id } = await world.sut.users.create(SYSTEM, { email: 'ann@example.com' });
      await link(id);
      await world.sut.users.find(id);
      expect(await userOf()).toBe(id);
      await world.sut.grants.remove(SYSTEM, grant.id);
      expect((await world.sut.users.find(id))?.identities).toEqual([]);
      expect(await userOf()).toBe('');
      await world.sut.grant(ANN);
      await link(id);
      await world.sut.users.remove(SYSTEM, id);
      const other = await world.sut.users.create(SYSTEM, { email: 'ben@example.com' });
      expect((await link(other.id)).identities).toHaveLength(1);
    });
  });
});

it('one of two concurrent changes of a user succeeds, also on two replicas', async () => {
  const { url, release } = await borrowDatabase();
  const replicas = [await PostgresDatabase.open(url), await PostgresDatabase.open(url)];
  const accounts = replicas.map((db) => accountsOn(db, new FakeClock()));
  const known = await accounts[0]!.users.create(SYSTEM, { email: 'ann@example.com' });
  const change = ({ users }: Accounts, name: string) =>
    users.update(SYSTEM, known.id, { displayName: name }, ({ displayName }) => {
      if (displayName !== known.displayName) throw new Error('has changed');
    });
  const both = (name: string) => accounts.map((each, at) => change(each, `${name}${at}`));
  const ends = await Promise.allSettled(['a', 'b', 'c', 'd'].flatMap(both));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await Promise.all(replicas.map((db) => db.close()));
  await release();
});
