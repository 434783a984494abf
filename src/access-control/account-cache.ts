import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../persistence/index.js';
import { ExactCache } from './exact-cache.js';
import type { UsableKey } from './keys/api-key.js';
import type { User } from './users/user.js';

/**
 * Users and keys that were read lately. An embedded database has one process, so this is exact: whoever writes
 * to users, identities, keys or grants calls {@link forgetAfter}. With replicas nothing is remembered, so that a
 * revocation counts at once on all of them.
 */
@Injectable()
export class AccountCache {
  readonly users: ExactCache<User>;
  /** By hash. */
  readonly keys: ExactCache<UsableKey>;

  constructor(db: Database) {
    const isSoleWriter = db.dialect === 'sqlite';
    this.users = new ExactCache(isSoleWriter);
    this.keys = new ExactCache(isSoleWriter);
  }

  /** Everything, once the transaction is durable: writing is rare, and what hangs on what need not be known here. */
  forgetAfter(tx: Tx): void {
    tx.afterCommit(() => {
      this.users.clear();
      this.keys.clear();
    });
  }
}
