import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { lineOf } from '../lineage.js';
import { Users } from '../users/users.service.js';
import type { ApiKey, MadeKey, WantedKey } from './api-key.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { KeyIssuer, noSuchKey } from './key-issuer.js';

/** The API keys of users, as operators see them (DESIGN 7). */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly db: Database,
    private readonly repository: ApiKeyRepository,
    private readonly users: Users,
    private readonly issuer: KeyIssuer,
  ) {}

  /** In the order of creation. @throws GatehouseError NOT_FOUND for an unknown user. */
  async list(userId: string, range: { after?: string; limit: number }): Promise<readonly ApiKey[]> {
    await this.users.get(userId);
    return this.repository.ofUser(userId, range);
  }

  /** By the id of each key: the id under which its requests are counted, which is the first key of its line. */
  countedAs(keys: readonly ApiKey[]): Promise<ReadonlyMap<string, string>> {
    return this.repository.originsOf(keys, [...new Set(keys.map(({ userId }) => userId))]);
  }

  /** Those that exist. */
  withIds(ids: readonly string[]): Promise<readonly ApiKey[]> {
    return this.repository.withIds(ids);
  }

  /** The keys of active users that end in this time, or did, the first first; both in epoch ms. */
  endingBetween(from: number, to: number, limit: number): Promise<readonly ApiKey[]> {
    return this.repository.endingBetween(from, to, limit);
  }

  /**
   * All scopes and no expiry by default.
   * @throws GatehouseError NOT_FOUND for an unknown user; INVALID_REQUEST for an expiry in the past; CONFLICT for a
   * disabled user, one with as many keys as a user may have, or a repeat with the same idempotency key;
   * IDEMPOTENCY_MISMATCH for another request with it
   */
  create(actor: Actor, userId: string, wanted: WantedKey, idempotencyKey?: string): Promise<MadeKey> {
    return this.db.transaction(async (tx) => {
      const user = await this.users.read(tx, userId);
      const id = await this.issuer.nextId(tx, { by: actor.id, key: idempotencyKey, userId, wanted });
      const others = await this.issuer.allOf(tx, userId);
      return this.issuer.issue(tx, actor, { ...wanted, id, user, madeWith: null, others });
    });
  }

  /**
   * Takes effect on every replica once this resolves. The keys that were made with it, directly or not, end too, so a
   * thief has none left.
   * @throws GatehouseError NOT_FOUND
   */
  async revoke(actor: Actor, userId: string, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.users.read(tx, userId);
      // Keys made with a key end with it, even if the key itself is already gone.
      const ending = lineOf(id, await this.issuer.allOf(tx, userId));
      if (ending.length === 0) noSuchKey();
      await this.issuer.end(tx, actor, ending);
    });
  }
}
