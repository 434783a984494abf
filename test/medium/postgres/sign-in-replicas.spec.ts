import type { Actor } from '../../../src/access-control/index.js';
import type { OpenLink } from '../../../src/access-control/tokens/sign-ins/sign-in-authenticator.js';
import type { TokenHolder } from '../../../src/access-control/tokens/token-authenticator.js';
import { PostgresDatabase } from '../../../src/persistence/postgres/postgres-database.js';
import { type Accounts, accountsOn } from '../../support/accounts.js';
import { FakeClock } from '../../support/fake-clock.js';
import { borrowDatabase } from '../../support/postgres-databases.js';

const FIRST: Actor = { id: 'token:owner', role: 'owner' };

const begin = async ({ tokenAuthenticator, signIns }: Accounts, token: string) =>
  signIns.begin((await tokenAuthenticator.authenticate(token)) as TokenHolder);

it('a sign-in on one replica is good on the other, and ends there at once', async () => {
  const { url, release } = await borrowDatabase();
  const databases = [await PostgresDatabase.open(url), await PostgresDatabase.open(url)] as const;
  const clock = new FakeClock();
  const [here, there] = [accountsOn(databases[0], clock), accountsOn(databases[1], clock)];
  const { token, adminToken } = await here.tokens.create(FIRST, { role: 'viewer' });
  const stateThere = (value: string) => there.signInAuthenticator.authenticate(value);
  const [first, second] = [await begin(here, token), await begin(here, token)];
  const actor = (await stateThere(first.value)) as Actor;
  expect(actor.id).toBe(`token:${adminToken.id}`);
  await there.signIns.end(actor);
  expect(await here.signInAuthenticator.authenticate(first.value)).toBe('unknown');
  await here.tokens.revoke(FIRST, adminToken.id);
  expect(await stateThere(second.value)).toBe('revoked');
  const { code } = await here.signIns.makeLink(FIRST);
  const opened = await Promise.all([here, there].map((each) => each.signInAuthenticator.open(code)));
  const begun = await Promise.allSettled(
    [here, there].map((each, n) => each.signIns.beginByLink(opened[n] as OpenLink)),
  );
  expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const { tokenUses } of [here, there]) await tokenUses.onModuleDestroy();
  for (const db of databases) await db.close();
  await release();
});
