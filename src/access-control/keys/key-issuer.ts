import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError, isoTimeOrNull, newId, SCOPES } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { type AuditChange, type AuditValues, ending, making } from '../audit/audit-change.js';
import { AuditLog } from '../audit/audit-log.repository.js';
import { type Creation, IdempotencyRecords } from '../idempotency-records.js';
import type { User } from '../users/user.repository.js';
import { type ApiKey, hashOfKey, type MadeKey, newKey, prefixOfKey, type WantedKey } from './api-key.js';
import { ApiKeyRepository } from './api-key.repository.js';

/** The maximum number of keys of one user, regardless of who made them. */
export const MAX_KEYS = 100;
const DEFAULT_NAME = 'API key';

interface PlannedKey extends WantedKey, Pick<ApiKey, 'id' | 'madeWith'> {
  readonly user: Pick<User, 'id' | 'status'>;
  /** The keys that the user has. */
  readonly others: readonly ApiKey[];
}

/** A request for a key, and the caller's `Idempotency-Key`. */
interface KeyRequest extends Pick<Creation, 'by' | 'key'> {
  readonly userId: string;
  readonly wanted: WantedKey;
}

/**
 * Creates and revokes API keys in the transaction of the operator's or user's request; each has an entry in the audit
 * log.
 */
@Injectable()
export class KeyIssuer {
  constructor(
    private readonly db: Database,
    private readonly repository: ApiKeyRepository,
    private readonly repeats: IdempotencyRecords,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the id for a new key; from now on a repeat with the same idempotency key is refused. @throws GatehouseError
   * CONFLICT, IDEMPOTENCY_MISMATCH
   */
  async nextId(tx: Tx, { by, key, userId, wanted }: KeyRequest): Promise<string> {
    const id = newId('key', this.clock.now());
    await this.repeats.claim(tx, { by, key, request: { userId, ...wanted }, makes: id });
    return id;
  }

  /** Returns every key of the user, and locks the user until the end of the transaction. */
  async allOf(tx: Tx, userId: string): Promise<readonly ApiKey[]> {
    await this.db.lockScope(tx, `api-keys:${userId}`);
    return this.repository.ofUser(userId, {}, tx);
  }

  /**
   * `id` comes from {@link nextId}, `others` from {@link allOf}.
   * @throws GatehouseError INVALID_REQUEST for an expiry in the past; CONFLICT for a disabled user, or one with {@link
   * MAX_KEYS} keys.
   */
  async issue(tx: Tx, actor: Actor, wanted: PlannedKey): Promise<MadeKey> {
    if (wanted.user.status === 'disabled')
      throw conflict('The user is disabled.', 'the user with this id is disabled');
    if (wanted.others.length >= MAX_KEYS)
      throw conflict('There are too many keys.', `at most ${MAX_KEYS} keys per user: revoke one first`);
    const made = this.make(actor, wanted);
    await this.repository.insert(tx, made.apiKey, hashOfKey(made.key));
    await this.record(tx, actor, { action: 'key.created', key: made.apiKey, changed: making });
    return made;
  }

  /** All keys must belong to one user. */
  async end(tx: Tx, actor: Actor, keys: readonly ApiKey[]): Promise<void> {
    const [first] = keys;
    if (!first) return;
    await this.repository.delete(
      tx,
      first.userId,
      keys.map(({ id }) => id),
    );
    for (const key of keys) await this.record(tx, actor, { action: 'key.revoked', key, changed: ending });
  }

  private make(actor: Actor, wanted: PlannedKey): MadeKey {
    const now = this.clock.now();
    const {
      id,
      user,
      madeWith,
      name = DEFAULT_NAME,
      scopes = SCOPES,
      limits = {},
      expiresAt = null,
    } = wanted;
    if (expiresAt !== null && expiresAt <= now)
      throw GatehouseError.invalidField('expires_at', 'must be in the future');
    const key = newKey();
    const apiKey = {
      id,
      userId: user.id,
      prefix: prefixOfKey(key),
      name,
      scopes,
      limits,
      createdAt: now,
      createdBy: actor.id,
      madeWith,
      expiresAt,
      lastUsedAt: null,
    };
    return { key, apiKey };
  }

  private record(tx: Tx, actor: Actor, { action, key, changed }: KeyAct): Promise<void> {
    const { id: subject, userId, prefix, scopes, madeWith } = key;
    const details = { user_id: userId, prefix, scopes: scopes.join(' ') };
    return this.audit.record(tx, actor, {
      action,
      subject,
      details: { ...details, ...(madeWith && { made_with: madeWith }) },
      change: changed(recorded(key)),
    });
  }
}

interface KeyAct {
  readonly action: string;
  readonly key: ApiKey;
  readonly changed: (values: AuditValues) => AuditChange;
}

/** A key as the audit log has it, in the words of the API. */
const recorded = ({ name, scopes, limits, expiresAt }: ApiKey): AuditValues => ({
  name,
  scopes,
  limits: { per_minute: limits.perMinute, per_hour: limits.perHour, per_day: limits.perDay },
  expires_at: isoTimeOrNull(expiresAt),
});

/** @throws GatehouseError NOT_FOUND */
export function noSuchKey(): never {
  throw new GatehouseError('NOT_FOUND', 'No such key.', 'no key of this user has this id');
}

export const conflict = (message: string, details: string): GatehouseError =>
  new GatehouseError('CONFLICT', message, details);
