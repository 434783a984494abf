import { AuditLog, Grants, type SenderKey, SYSTEM, type WantedKey } from '../../src/access-control/index.js';
import { AccountCache } from '../../src/access-control/account-cache.js';
import { GrantRepository } from '../../src/access-control/senders/grant.repository.js';
import { AccountKeys } from '../../src/access-control/keys/account-keys.service.js';
import { ApiKeyRepository } from '../../src/access-control/keys/api-key.repository.js';
import { ApiKeys } from '../../src/access-control/keys/api-keys.service.js';
import { KeyIssuer } from '../../src/access-control/keys/key-issuer.js';
import { KeyAuthenticator, KeyUses } from '../../src/access-control/keys/key-authenticator.js';
import { Identities } from '../../src/access-control/senders/identities.service.js';
import { IdempotencyRecords } from '../../src/access-control/idempotency-records.js';
import { AdminTokenRepository } from '../../src/access-control/tokens/admin-token.repository.js';
import { AdminTokens } from '../../src/access-control/tokens/admin-tokens.service.js';
import { SignInAuthenticator } from '../../src/access-control/tokens/sign-ins/sign-in-authenticator.js';
import { SignInRepository } from '../../src/access-control/tokens/sign-ins/sign-in.repository.js';
import { SignIns } from '../../src/access-control/tokens/sign-ins/sign-ins.service.js';
import { TokenAuthenticator, TokenUses } from '../../src/access-control/tokens/token-authenticator.js';
import { IdentityRepository } from '../../src/access-control/senders/identity.repository.js';
import { UserRepository } from '../../src/access-control/users/user.repository.js';
import { Users } from '../../src/access-control/users/users.service.js';
import type { Clock } from '../../src/common/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../src/config/index.js';
import type { Database } from '../../src/persistence/index.js';
import type { TestDatabase } from './databases.js';
import { FakeClock } from './fake-clock.js';

/** The first owner token. */
export const OWNER_TOKEN = 'test-owner-token-of-a-safe-length';

const config = checkConfig(
  CORE_SECTIONS,
  {},
  readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent', GATEHOUSE_ADMIN_TOKEN: OWNER_TOKEN }),
);

export type Accounts = ReturnType<typeof accountsOn>;

/** The services of users and keys of one replica, on a real database. */
export function accountsOn(db: Database, clock: Clock) {
  const cache = new AccountCache(db);
  const audit = new AuditLog(db, clock);
  const users = new Users(db, new UserRepository(db, cache), audit, clock);
  const identities = new Identities(db, new IdentityRepository(db, cache), users, audit, clock);
  const grants = new Grants(db, new GrantRepository(db, cache), identities, audit, clock);
  const repeats = new IdempotencyRecords(db, clock);
  const rows = new ApiKeyRepository(db, cache);
  const issuer = new KeyIssuer(db, rows, repeats, audit, clock);
  const keys = new ApiKeys(db, rows, users, issuer);
  const own = new AccountKeys(db, rows, issuer, users, config);
  const uses = new KeyUses(db, rows);
  const authenticator = new KeyAuthenticator(rows, uses, clock);
  const tokenRows = new AdminTokenRepository(db);
  const tokens = new AdminTokens(db, tokenRows, repeats, audit, clock);
  const tokenUses = new TokenUses(db, tokenRows);
  const tokenAuthenticator = new TokenAuthenticator(config, tokenRows, tokenUses, clock);
  const signInRows = new SignInRepository(db);
  const signIns = new SignIns(db, signInRows, tokenAuthenticator, audit, clock);
  const signInAuthenticator = new SignInAuthenticator(signInRows, tokenAuthenticator, clock);
  /** The actor of an accepted token. */
  const actorOf = async (token: string) => {
    const found = await tokenAuthenticator.authenticate(token);
    return typeof found === 'object' ? found.actor : undefined;
  };
  /** Creates a user with a key. */
  const make = async (wanted: WantedKey = {}, email = 'ann@example.com') => {
    const user = await users.create(SYSTEM, { email });
    const { key, apiKey } = await keys.create(SYSTEM, user.id, wanted);
    const holder = (await authenticator.authenticate(key))!;
    return { user, key, apiKey, holder };
  };
  const grant = (sender: SenderKey) => grants.create(SYSTEM, sender);
  const access = { keys, own, uses, authenticator, tokens, tokenUses, tokenAuthenticator, repeats };
  const console = { signIns, signInRows, signInAuthenticator };
  return { audit, grants, users, identities, ...access, ...console, actorOf, make, grant };
}

/** One replica's services on a database that is new for each test. */
export interface AccountsWorld {
  readonly database: TestDatabase;
  readonly clock: FakeClock;
  readonly sut: Accounts;
}

/** Call it where the tests are declared. */
export function accountsWorld(open: () => Promise<TestDatabase>): AccountsWorld {
  const world = {} as { -readonly [name in keyof AccountsWorld]: AccountsWorld[name] };
  beforeEach(async () => {
    world.database = await open();
    world.clock = new FakeClock();
    world.sut = accountsOn(world.database.db, world.clock);
  });
  afterEach(async () => {
    for (const uses of [world.sut.uses, world.sut.tokenUses]) await uses.onModuleDestroy();
    await world.database.close();
  });
  return world;
}
