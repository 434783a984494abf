import { Injectable } from '@nestjs/common';
import { GatehouseError } from '../../common/index.js';
import { DATA_API, GatehouseConfig } from '../../config/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import type { Actor, KeyHolder, RequestLimits } from '../actor/actor.js';
import type { User } from '../users/user.repository.js';
import { Users } from '../users/users.service.js';
import type { ApiKey, MadeKey, WantedKey } from './api-key.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { InvalidKeyError } from './key-authenticator.js';
import { conflict, KeyIssuer, noSuchKey } from './key-issuer.js';

/** The maximum number of keys that a user may have made themselves: enough to rotate, few enough to look through. */
export const MAX_OWN_KEYS = 5;

const FIELDS = { perMinute: 'per_minute', perHour: 'per_hour', perDay: 'per_day' } as const;

/**
 * Lets users rotate their own keys without an operator. A key never makes one with more scopes, higher limits or a
 * later expiry than its own, and never revokes one with more scopes.
 */
@Injectable()
export class AccountKeys {
  constructor(
    private readonly db: Database,
    private readonly repository: ApiKeyRepository,
    private readonly issuer: KeyIssuer,
    private readonly users: Users,
    private readonly config: GatehouseConfig,
  ) {}

  /** In the order of creation. */
  list({ userId }: KeyHolder): Promise<readonly ApiKey[]> {
    return this.repository.ofUser(userId);
  }

  /**
   * The calling key and its user. @throws InvalidKeyError when either was revoked or deleted after the guard let the
   * request in
   */
  async whoIs({ userId, keyId }: KeyHolder): Promise<{ user: User; key: ApiKey }> {
    const [user, keys] = await Promise.all([this.users.find(userId), this.repository.ofUser(userId)]);
    const key = keys.find(({ id }) => id === keyId);
    if (!user || !key) throw new InvalidKeyError();
    return { user, key };
  }

  /**
   * A field that is left out is taken from the calling key.
   * @throws GatehouseError FORBIDDEN for more than the calling key has, naming the field; INVALID_REQUEST for an
   * expiry in the past; CONFLICT for one more than {@link MAX_OWN_KEYS}, or a repeat with the same idempotency key,
   * which belongs to the user, so that it holds across a rotation; IDEMPOTENCY_MISMATCH for another request with it
   */
  create(holder: KeyHolder, wanted: WantedKey, idempotencyKey?: string): Promise<MadeKey> {
    return this.db.transaction(async (tx) => {
      const { userId } = holder;
      const by = `user:${userId}`;
      const id = await this.issuer.nextId(tx, { by, key: idempotencyKey, userId, wanted });
      const { caller, others } = await this.lookUp(tx, holder);
      const within = this.within(caller, wanted);
      if (others.filter((each) => each.madeWith !== null).length >= MAX_OWN_KEYS)
        throw conflict('There are too many keys.', `at most ${MAX_OWN_KEYS} created by yourself: revoke one`);
      const user = await this.users.read(tx, caller.userId);
      return this.issuer.issue(tx, actorOf(holder), { ...within, id, user, madeWith: caller.id, others });
    });
  }

  /**
   * Revokes only this key, which may be the calling one. Keys made with it stay, so that a rotation can end by
   * revoking its first key. An operator who revokes the key it was made with still reaches them.
   * @throws GatehouseError NOT_FOUND; FORBIDDEN for a key with scopes that the calling one lacks
   */
  async revoke(holder: KeyHolder, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { caller, others } = await this.lookUp(tx, holder);
      const key = others.find((each) => each.id === id) ?? noSuchKey();
      const extra = beyond(key, caller);
      if (extra.length > 0)
        throw forbidden(`the key has the scope ${extra.join(', ')}, which the calling key does not have`);
      if (key.madeWith !== null) await this.repository.reparent(tx, key);
      await this.issuer.end(tx, actorOf(holder), [key]);
    });
  }

  /** The guard has let the key in, but it may have been revoked since. */
  private async lookUp(tx: Tx, { userId, keyId }: KeyHolder) {
    const others = await this.issuer.allOf(tx, userId);
    const caller = others.find((each) => each.id === keyId);
    if (!caller) throw new InvalidKeyError();
    return { caller, others };
  }

  private within(caller: ApiKey, wanted: WantedKey): WantedKey {
    const { scopes = caller.scopes, expiresAt = caller.expiresAt } = wanted;
    if (beyond({ scopes }, caller).length > 0)
      throw forbidden(`scopes must be among those of the calling key: ${caller.scopes.join(', ')}`);
    if (caller.expiresAt !== null && (expiresAt ?? Infinity) > caller.expiresAt)
      throw forbidden(`expires_at must not be after ${new Date(caller.expiresAt).toISOString()}`);
    return { name: wanted.name, scopes, expiresAt, limits: this.limitsWithin(caller, wanted.limits ?? {}) };
  }

  private limitsWithin({ limits }: ApiKey, wanted: Partial<RequestLimits>): Partial<RequestLimits> {
    for (const window of ['perMinute', 'perHour', 'perDay'] as const) {
      const most = limits[window] ?? this.config.get(DATA_API).limits[window];
      if ((wanted[window] ?? 0) > most) throw forbidden(`limits.${FIELDS[window]} must not be above ${most}`);
    }
    return { ...limits, ...wanted };
  }
}

/** The scopes of one key that the other lacks. */
const beyond = (one: Pick<ApiKey, 'scopes'>, other: ApiKey): string[] =>
  one.scopes.filter((scope) => !other.scopes.includes(scope));

const forbidden = (details: string): GatehouseError =>
  new GatehouseError('FORBIDDEN', 'This API key may not do that.', details);

/** A key is no operator: for the audit log only. */
const actorOf = ({ keyId }: KeyHolder): Actor => ({ id: `key:${keyId}`, role: 'viewer' });
