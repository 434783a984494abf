import { Injectable } from '@nestjs/common';
import type { Scope } from '../../common/index.js';
import { Database, type Row, type Tx } from '../../persistence/index.js';
import { AccountCache, type ExactCache } from '../account-cache.js';
import type { RequestLimits } from '../actor/actor.js';
import { USE_STEP_MS } from '../last-uses.js';
import { type Made, originOf } from '../lineage.js';
import type { ApiKey, UsableKey } from './api-key.js';

type KeyRow = Omit<Row<'api_keys'>, 'hash'>;

const COLUMNS = [
  ...(['id', 'user_id', 'prefix', 'name', 'scopes', 'limit_per_minute', 'limit_per_hour'] as const),
  ...(['limit_per_day', 'created_at', 'created_by', 'made_with', 'expires_at', 'last_used_at'] as const),
];

@Injectable()
export class ApiKeyRepository {
  /** By hash. */
  private readonly keys: ExactCache<UsableKey>;

  constructor(
    private readonly db: Database,
    private readonly cache: AccountCache,
  ) {
    this.keys = cache.open();
  }

  /** The key of an active user; also one that has expired. */
  findUsable(hash: string): Promise<UsableKey | undefined> {
    return this.keys.get(hash, () => this.readUsable(hash));
  }

  /** Ordered by id, which is the order of creation. */
  async ofUser(userId: string, range: { after?: string; limit?: number } = {}, tx?: Tx): Promise<ApiKey[]> {
    let query = this.db
      .on(tx)
      .selectFrom('api_keys')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .orderBy('id');
    if (range.after !== undefined) query = query.where('id', '>', range.after);
    if (range.limit !== undefined) query = query.limit(range.limit);
    return (await query.execute()).map(toApiKey);
  }

  async withIds(ids: readonly string[]): Promise<ApiKey[]> {
    if (ids.length === 0) return [];
    const rows = await this.db
      .on()
      .selectFrom('api_keys')
      .select(COLUMNS)
      .where('id', 'in', [...ids])
      .execute();
    return rows.map(toApiKey);
  }

  /** The keys of active users, in the order of their end. */
  async endingBetween(from: number, to: number, limit: number): Promise<ApiKey[]> {
    const rows = await this.db
      .on()
      .selectFrom('api_keys as k')
      .innerJoin('users as u', 'u.id', 'k.user_id')
      .select(COLUMNS.map((column) => `k.${column}` as const))
      .where('u.status', '=', 'active')
      .where('k.expires_at', '>', from)
      .where('k.expires_at', '<=', to)
      .orderBy('k.expires_at')
      .orderBy('k.id')
      .limit(limit)
      .execute();
    return rows.map(toApiKey);
  }

  async insert(tx: Tx, key: ApiKey, hash: string): Promise<void> {
    this.cache.forgetAfter(tx);
    const row = {
      id: key.id,
      user_id: key.userId,
      hash,
      prefix: key.prefix,
      name: key.name,
      scopes: key.scopes.join(' '),
      limit_per_minute: key.limits.perMinute ?? null,
      limit_per_hour: key.limits.perHour ?? null,
      limit_per_day: key.limits.perDay ?? null,
      created_at: key.createdAt,
      created_by: key.createdBy,
      made_with: key.madeWith,
      expires_at: key.expiresAt,
    };
    await this.db.on(tx).insertInto('api_keys').values(row).execute();
  }

  async delete(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
    this.cache.forgetAfter(tx);
    await this.db
      .on(tx)
      .deleteFrom('api_keys')
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .execute();
  }

  /** Keys made with `key` then count as made with the key that `key` was itself made with. */
  async reparent(tx: Tx, { id, userId, madeWith }: ApiKey): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('api_keys')
      .set({ made_with: madeWith })
      .where('user_id', '=', userId)
      .where('made_with', '=', id)
      .execute();
  }

  /** Never back in time, and at most one write per step, whichever replica saw the use. */
  async noteUse(tx: Tx, id: string, at: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('api_keys')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', at - USE_STEP_MS)]))
      .execute();
  }

  private async readUsable(hash: string): Promise<UsableKey | undefined> {
    const row = await this.db
      .on()
      .selectFrom('api_keys as k')
      .innerJoin('users as u', 'u.id', 'k.user_id')
      .select(['k.id', 'k.user_id', 'k.made_with', 'k.scopes', 'k.expires_at', 'k.last_used_at'])
      .select(['k.limit_per_minute', 'k.limit_per_hour', 'k.limit_per_day'])
      .where('k.hash', '=', hash)
      .where('u.status', '=', 'active')
      .executeTakeFirst();
    if (!row) return undefined;
    const { id: keyId, user_id: userId } = row;
    const origins = await this.originsOf([{ id: keyId, madeWith: row.made_with }], [userId]);
    const countsAs = origins.get(keyId) ?? keyId;
    const holder = { keyId, userId, countsAs, scopes: scopesOf(row), limits: limitsOf(row) };
    return { holder, expiresAt: row.expires_at, lastUsedAt: row.last_used_at };
  }

  /** The ids of the keys whose limits these share: of each line of keys, the first. */
  async originsOf(keys: readonly Made[], userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const isAlone = keys.every(({ madeWith }) => madeWith === null);
    const all = isAlone ? [] : await this.lineages(userIds);
    return new Map(keys.map((key) => [key.id, originOf(key, all)]));
  }

  private async lineages(userIds: readonly string[]): Promise<Made[]> {
    const rows = await this.db
      .on()
      .selectFrom('api_keys')
      .select(['id', 'made_with'])
      .where('user_id', 'in', [...userIds])
      .execute();
    return rows.map(({ id, made_with: madeWith }) => ({ id, madeWith }));
  }
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    userId: row.user_id,
    prefix: row.prefix,
    name: row.name,
    scopes: scopesOf(row),
    limits: limitsOf(row),
    createdAt: row.created_at,
    createdBy: row.created_by,
    madeWith: row.made_with,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}

const scopesOf = ({ scopes }: Pick<KeyRow, 'scopes'>): Scope[] => scopes.split(' ') as Scope[];

function limitsOf(row: Pick<KeyRow, `limit_per_${string}` & keyof KeyRow>): Partial<RequestLimits> {
  const { limit_per_minute: perMinute, limit_per_hour: perHour, limit_per_day: perDay } = row;
  return {
    ...(perMinute !== null && { perMinute }),
    ...(perHour !== null && { perHour }),
    ...(perDay !== null && { perDay }),
  };
}
