import type { Actor } from '../../src/access-control/index.js';
import type { OpenLink } from '../../src/access-control/tokens/sign-ins/sign-in-authenticator.js';
import type { TokenHolder } from '../../src/access-control/tokens/token-authenticator.js';
import { type Accounts, accountsWorld, OWNER_TOKEN } from '../support/accounts.js';
import { DATABASES } from '../support/databases.js';
import { deleteOlder } from '../support/delete-older.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST: Actor = { id: 'token:owner', role: 'owner' };
const MOST = 50;

const begin = async ({ tokenAuthenticator, signIns }: Accounts, token: string) =>
  signIns.begin((await tokenAuthenticator.authenticate(token)) as TokenHolder);

describe.each(DATABASES)('sign-ins on %s', (_, open) => {
  const world = accountsWorld(open);
  const actorOf = (value: string) => world.sut.signInAuthenticator.authenticate(value);
  const rows = () => world.database.db.on().selectFrom('sign_ins').selectAll().execute();
  const retained = (before: number) => deleteOlder(world.database.db, world.sut.signInRows, before, 500);

  it('are stored as hashes and last for 12 hours, to the millisecond', async () => {
    const { value, maxAgeSeconds, identified } = await begin(world.sut, OWNER_TOKEN);
    expect([maxAgeSeconds, identified.expiresAt]).toEqual([43_200, world.clock.now() + 12 * HOUR_MS]);
    expect(JSON.stringify(await rows())).not.toContain(value.slice(10));
    expect(await actorOf((await rows())[0]!.hash)).toBe('unknown');
    world.clock.advance(12 * HOUR_MS - 1);
    const actor = (await actorOf(value)) as Actor;
    expect(actor).toEqual({ ...FIRST, signInId: (await rows())[0]!.id });
    expect(await world.sut.signInAuthenticator.isGood(actor)).toBe(true);
    world.clock.advance(1);
    expect(await actorOf(value)).toBe('expired');
    // A stream that was opened before asks this way.
    expect(await world.sut.signInAuthenticator.isGood(actor)).toBe(false);
  });

  it('last no longer than their token, and use it', async () => {
    const expiresAt = world.clock.now() + HOUR_MS;
    const { token } = await world.sut.tokens.create(FIRST, { role: 'viewer', name: 'wall', expiresAt });
    const { value, maxAgeSeconds } = await begin(world.sut, token);
    expect(maxAgeSeconds).toBe(3_600);
    world.clock.advance(HOUR_MS - 1);
    const actor = (await actorOf(value)) as Actor;
    expect(await world.sut.signIns.identify(actor)).toMatchObject({ name: 'wall', expiresAt });
    await world.sut.tokenUses.onModuleDestroy();
    expect(await world.sut.tokens.list({ limit: 1 })).toMatchObject([{ lastUsedAt: world.clock.now() }]);
    world.clock.advance(1);
    expect(await actorOf(value)).toBe('expired');
  });

  it('end with their token, and with the token it was made with', async () => {
    const maker = await world.sut.tokens.create(FIRST, { role: 'owner' });
    const made = await world.sut.tokens.create((await world.sut.actorOf(maker.token))!, { role: 'viewer' });
    const { value } = await begin(world.sut, made.token);
    const actor = (await actorOf(value)) as Actor;
    await world.sut.tokens.revoke(FIRST, maker.adminToken.id);
    expect(await actorOf(value)).toBe('revoked');
    expect(await world.sut.signInAuthenticator.isGood(actor)).toBe(false);
    const ended = { code: 'UNAUTHENTICATED', message: 'A valid admin token is needed.' };
    const details = 'the credential has just ended';
    await expect(world.sut.signIns.identify(actor)).rejects.toMatchObject({ ...ended, details });
  });

  it('end when another replaces them, and otherwise by their own cookie, once', async () => {
    const { value } = await begin(world.sut, OWNER_TOKEN);
    const actor = (await actorOf(value)) as Actor;
    const holder = (await world.sut.tokenAuthenticator.authenticate(OWNER_TOKEN)) as TokenHolder;
    const next = (await actorOf((await world.sut.signIns.begin(holder, actor)).value)) as Actor;
    expect(await actorOf(value)).toBe('unknown');
    expect(await world.sut.signIns.identify(next)).toMatchObject({
      expiresAt: world.clock.now() + 12 * HOUR_MS,
    });
    expect(await world.sut.signIns.identify(FIRST)).toMatchObject({ expiresAt: null });
    const { code } = await world.sut.signIns.makeLink(FIRST);
    const opened = (await world.sut.signInAuthenticator.open(code)) as OpenLink;
    const last = (await actorOf((await world.sut.signIns.beginByLink(opened, next)).value)) as Actor;
    await world.sut.signIns.end(last);
    const nothing = { code: 'NOT_FOUND', message: 'There is nothing to end.' };
    const details = 'the call was made without a cookie';
    for (const each of [last, FIRST])
      await expect(world.sut.signIns.end(each)).rejects.toMatchObject({ ...nothing, details });
    expect(last.signInId).toMatch(/^sgn_/);
    const acts = (await world.sut.audit.list(9)).map(({ action, subject, details: more }) => [
      action,
      subject,
      more,
    ]);
    expect(acts.toReversed()).toEqual([
      ['sign-in.begun', actor.signInId, {}],
      ['sign-in.ended', actor.signInId, {}],
      ['sign-in.begun', next.signInId, {}],
      ['sign-in.link-made', opened.link.id, {}],
      ['sign-in.ended', next.signInId, {}],
      ['sign-in.begun', last.signInId, { link: opened.link.id }],
      ['sign-in.ended', last.signInId, {}],
    ]);
  });

  it('cannot make a link, which would prolong them without end', async () => {
    const actor = (await actorOf((await begin(world.sut, OWNER_TOKEN)).value)) as Actor;
    await expect(world.sut.signIns.makeLink(actor)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'A link can only be created with an admin token.',
      details: 'a cookie cannot create one',
    });
  });

  it('of which a token has 50 at most: the oldest makes room', async () => {
    const other = await begin(world.sut, (await world.sut.tokens.create(FIRST, { role: 'viewer' })).token);
    const first = await begin(world.sut, OWNER_TOKEN);
    const second = await begin(world.sut, OWNER_TOKEN);
    // A link makes no room for cookies, nor they for it.
    const { code } = await world.sut.signIns.makeLink(FIRST);
    for (let n = 0; n < MOST - 1; n++) await begin(world.sut, OWNER_TOKEN);
    const states = await Promise.all([first, second, other].map(({ value }) => actorOf(value)));
    expect(states.map((each) => typeof each)).toEqual(['string', 'object', 'object']);
    expect(await rows()).toHaveLength(MOST + 2);
    expect(await world.sut.signInAuthenticator.open(code)).toMatchObject({ link: { kind: 'link' } });
  });

  it('are deleted a day after their end, not before', async () => {
    const { value } = await begin(world.sut, OWNER_TOKEN);
    const { code } = await world.sut.signIns.makeLink(FIRST);
    const endOfLink = world.clock.now() + MINUTE_MS;
    expect(await retained(endOfLink)).toBe(0);
    expect(await retained(endOfLink + 1)).toBe(1);
    expect(await world.sut.signInAuthenticator.open(code)).toBe('unknown');
    expect(typeof (await actorOf(value))).toBe('object');
  });

  it('by a link are possible for 60 seconds, until its token is revoked', async () => {
    const { token, adminToken } = await world.sut.tokens.create(FIRST, { role: 'operator', name: 'night' });
    const actor = (await world.sut.actorOf(token))!;
    const links = await Promise.all([1, 2].map(() => world.sut.signIns.makeLink(actor)));
    const openLink = (n: number) => world.sut.signInAuthenticator.open(links[n]!.code);
    expect(JSON.stringify(await rows())).not.toContain(links[0]!.code.slice(10));
    // A code is no cookie.
    expect(await actorOf(links[0]!.code)).toBe('unknown');
    world.clock.advance(MINUTE_MS - 1);
    const { value, identified } = await world.sut.signIns.beginByLink((await openLink(0)) as OpenLink);
    expect(identified).toMatchObject({ actor: actor.id, role: 'operator', name: 'night' });
    expect([await openLink(0), await world.sut.signInAuthenticator.open(value)]).toEqual(['used', 'unknown']);
    world.clock.advance(1);
    expect(await openLink(1)).toBe('expired');
    const late = await world.sut.signIns.makeLink(actor);
    await world.sut.tokens.revoke(FIRST, adminToken.id);
    expect(await world.sut.signInAuthenticator.open(late.code)).toBe('revoked');
    expect(await actorOf(value)).toBe('revoked');
  });

  it('by a link happen once, however many open it at the same time', async () => {
    const { code } = await world.sut.signIns.makeLink(FIRST);
    const opened = await Promise.all([1, 2, 3, 4].map(() => world.sut.signInAuthenticator.open(code)));
    const begun = await Promise.allSettled(
      opened.map((each) => world.sut.signIns.beginByLink(each as OpenLink)),
    );
    const refused = begun.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
    expect(refused.map(({ message }) => message)).toEqual(Array(3).fill('This link has been used.'));
    expect((await rows()).filter(({ kind }) => kind === 'cookie')).toHaveLength(1);
  });
});
