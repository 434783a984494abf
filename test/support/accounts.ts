import { AuditLog, Grants, type SenderKey, SYSTEM, type WantedKey } from '../../src/access-control/index.js';
import { AccountCache } from '../../src/access-control/account-cache.js';
import { AuditRepository } from '../../src/access-control/audit.repository.js';
import { GrantRepository } from '../../src/access-control/grant.repository.js';
import { AccountKeys } from '../../src/access-control/keys/account-keys.service.js';
import { ApiKeyRepository } from '../../src/access-control/keys/api-key.repository.js';
import { ApiKeys } from '../../src/access-control/keys/api-keys.service.js';
import { KeyAuthenticator } from '../../src/access-control/keys/key-authenticator.js';
import { KeyUses } from '../../src/access-control/keys/key-uses.js';
import { Identities } from '../../src/access-control/users/identities.service.js';
import { IdentityRepository } from '../../src/access-control/users/identity.repository.js';
import { UserRepository } from '../../src/access-control/users/user.repository.js';
import { Users } from '../../src/access-control/users/users.service.js';
import type { Clock } from '../../src/common/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../src/config/index.js';
import type { Database } from '../../src/persistence/index.js';

const config = checkConfig(CORE_SECTIONS, {}, readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent' }));

export type Accounts = ReturnType<typeof accountsOn>;

/** The services of users and keys as one replica has them, on a real database. */
export function accountsOn(db: Database, clock: Clock) {
  const cache = new AccountCache(db);
  const audit = new AuditLog(new AuditRepository(db), clock);
  const grants = new Grants(db, new GrantRepository(db, cache), audit, clock);
  const users = new Users(db, new UserRepository(db, cache), audit, clock);
  const identities = new Identities(db, new IdentityRepository(db, cache), users, audit, clock);
  const rows = new ApiKeyRepository(db, cache);
  const keys = new ApiKeys(db, rows, users, audit, clock);
  const own = new AccountKeys(db, rows, keys, config);
  const uses = new KeyUses(db, rows);
  const authenticator = new KeyAuthenticator(rows, uses, clock);
  /** A user and a key of theirs. */
  const make = async (wanted: WantedKey = {}, email = 'ann@example.com') => {
    const user = await users.create(SYSTEM, { email });
    const { key, apiKey } = await keys.create(SYSTEM, user.id, wanted);
    const holder = (await authenticator.authenticate(key))!;
    return { user, key, apiKey, holder };
  };
  const grant = (sender: SenderKey) => grants.create(SYSTEM, sender);
  return { audit, grants, users, identities, keys, own, uses, authenticator, make, grant };
}
