import type { Clock } from '../../common/index.js';
import type { Database } from '../../persistence/index.js';
import { AccountCache } from '../account-cache.js';
import { AuditLog } from '../audit/audit-log.repository.js';
import { UserRepository } from '../users/user.repository.js';
import { Users } from '../users/users.service.js';
import { GrantRepository } from './grant.repository.js';
import { Grants } from './grants.service.js';
import { Identities } from './identities.service.js';
import { IdentityRepository } from './identity.repository.js';

/** The grants of a database that no gateway has open, for a command that works on it itself. */
export function grantsOn(db: Database, clock: Clock): Grants {
  const cache = new AccountCache(db);
  const audit = new AuditLog(db, clock);
  const users = new Users(db, new UserRepository(db, cache), audit, clock);
  const identities = new Identities(db, new IdentityRepository(db, cache), users, audit, clock);
  return new Grants(db, new GrantRepository(db, cache), identities, audit, clock);
}
