import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError, newId, SCOPES } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { IdempotencyRecords } from '../idempotency-records.js';
import { lineOf } from '../lineage.js';
import { Users } from '../users/users.service.js';
import { type ApiKey, hashOfKey, type MadeKey, newKey, prefixOfKey, type WantedKey } from './api-key.js';
import { ApiKeyRepository } from './api-key.repository.js';

/** Keys of one user, whoever made them. */
export const MAX_KEYS = 100;
const DEFAULT_NAME = 'API key';

type PlannedKey = WantedKey & Pick<ApiKey, 'id' | 'userId' | 'madeWith'>;

/** The API keys of users, as operators see them (DESIGN 7). */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly db: Database,
    private readonly repository: ApiKeyRepository,
    private readonly users: Users,
    private readonly repeats: IdempotencyRecords,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** In the order of making. @throws GatehouseError NOT_FOUND for a user there is not. */
  async list(userId: string, range: { after?: string; limit: number }): Promise<readonly ApiKey[]> {
    await this.users.get(userId);
    return this.repository.ofUser(userId, range);
  }

  /**
   * All scopes and no expiry by default.
   * @throws GatehouseError NOT_FOUND for an unknown user; INVALID_REQUEST for an expiry in the past; CONFLICT for a
   * disabled user, one with {@link MAX_KEYS} keys, or a repeat with the same idempotency key
   */
  create(actor: Actor, userId: string, wanted: WantedKey, idempotencyKey?: string): Promise<MadeKey> {
    return this.db.transaction(async (tx) => {
      await this.users.read(tx, userId);
      const id = await this.nextId(tx, actor.id, idempotencyKey);
      const others = await this.allOf(tx, userId);
      return this.add(tx, actor, { ...wanted, id, userId, madeWith: null, others });
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
      const all = await this.allOf(tx, userId);
      // Keys made with a key end with it, even if the key itself is already gone.
      const ending = lineOf(id, all);
      if (ending.length === 0) noSuchKey();
      await this.repository.delete(
        tx,
        userId,
        ending.map((each) => each.id),
      );
      for (const each of ending) await this.recordRevoked(tx, actor, each);
    });
  }

  /** The id of a key to be made, for which the idempotency key stands from now on. @throws GatehouseError CONFLICT */
  async nextId(tx: Tx, by: string, idempotencyKey: string | undefined): Promise<string> {
    const id = newId('key', this.clock.now());
    await this.repeats.claim(tx, { by, key: idempotencyKey, makes: id });
    return id;
  }

  /** As create, in the transaction of who asks. `id` is of {@link nextId}, `others` what {@link allOf} gave. */
  async add(
    tx: Tx,
    actor: Actor,
    wanted: PlannedKey & { readonly others: readonly ApiKey[] },
  ): Promise<MadeKey> {
    const { status } = await this.users.read(tx, wanted.userId);
    if (status === 'disabled') throw conflict('The user is disabled.', 'id names a disabled user');
    if (wanted.others.length >= MAX_KEYS)
      throw conflict('There are too many keys.', `at most ${MAX_KEYS} keys a user: revoke one first`);
    const made = this.make(actor, wanted);
    await this.repository.insert(tx, made.apiKey, hashOfKey(made.key));
    await this.audit.record(tx, actor, {
      action: 'key.created',
      subject: made.apiKey.id,
      details: about(made.apiKey),
    });
    return made;
  }

  /** Every key of the user, who is locked until the end of the transaction. */
  async allOf(tx: Tx, userId: string): Promise<readonly ApiKey[]> {
    await this.db.lockScope(tx, `api-keys:${userId}`);
    return this.repository.ofUser(userId, {}, tx);
  }

  recordRevoked(tx: Tx, actor: Actor, key: ApiKey): Promise<void> {
    return this.audit.record(tx, actor, { action: 'key.revoked', subject: key.id, details: about(key) });
  }

  private make(actor: Actor, wanted: PlannedKey): MadeKey {
    const now = this.clock.now();
    const { name = DEFAULT_NAME, scopes = SCOPES, limits = {}, expiresAt = null } = wanted;
    if (expiresAt !== null && expiresAt <= now)
      throw GatehouseError.invalid('expires_at must be in the future');
    const key = newKey();
    const apiKey = {
      ...{ id: wanted.id, userId: wanted.userId, prefix: prefixOfKey(key), name, scopes, limits },
      ...{ createdAt: now, createdBy: actor.id, madeWith: wanted.madeWith, expiresAt, lastUsedAt: null },
    };
    return { key, apiKey };
  }
}

/** @throws GatehouseError NOT_FOUND */
export function noSuchKey(): never {
  throw new GatehouseError('NOT_FOUND', 'No such key.', 'id names no key of this user');
}

export const conflict = (message: string, details: string): GatehouseError =>
  new GatehouseError('CONFLICT', message, details);

function about({ userId, prefix, scopes, madeWith }: ApiKey): Record<string, string> {
  return { user_id: userId, prefix, scopes: scopes.join(' '), ...(madeWith && { made_with: madeWith }) };
}
