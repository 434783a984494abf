import { Injectable } from '@nestjs/common';
import { Database, type Row, type Tx } from '../../persistence/index.js';
import { USE_STEP_MS } from '../last-uses.js';
import { type Role, SecretFormat } from '../../common/index.js';

/** An admin token without its secret. Times are epoch milliseconds. */
export interface AdminToken {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  /** The token's first characters. */
  readonly prefix: string;
  readonly createdAt: number;
  /** The id of the actor who made it. */
  readonly createdBy: string;
  /** The id of the token it was made with; null for the first owner token. */
  readonly madeWith: string | null;
  /** Null = never. */
  readonly expiresAt: number | null;
  /** At most a minute behind; null = never used. */
  readonly lastUsedAt: number | null;
}

/** A requested token; fields left out take their defaults. */
export interface WantedToken {
  readonly role: Role;
  readonly name?: string | undefined;
  /** Epoch ms; null = never expires. */
  readonly expiresAt?: number | null | undefined;
}

/** A new token: `token` can be shown only now. */
export interface MadeToken {
  readonly token: string;
  readonly adminToken: AdminToken;
}

/** The form of tokens that owners make; the first owner token has a form of its own. */
export const ADMIN_TOKENS = new SecretFormat('gha_');

const COLUMNS = [
  ...(['id', 'role', 'name', 'prefix', 'created_at', 'created_by', 'made_with'] as const),
  ...(['expires_at', 'last_used_at'] as const),
];

@Injectable()
export class AdminTokenRepository {
  constructor(private readonly db: Database) {}

  /**
   * Includes expired tokens. Reads the database each time, so that a revocation takes effect at once on every replica.
   */
  async findByHash(hash: string): Promise<AdminToken | undefined> {
    const row = await this.db
      .on()
      .selectFrom('admin_tokens')
      .select(COLUMNS)
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row && toAdminToken(row);
  }

  async find(id: string): Promise<AdminToken | undefined> {
    const row = await this.db
      .on()
      .selectFrom('admin_tokens')
      .select(COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toAdminToken(row);
  }

  /** Ordered by id, which is the order of creation. */
  async page(range: { after?: string | undefined; limit: number }, tx?: Tx): Promise<AdminToken[]> {
    let query = this.db.on(tx).selectFrom('admin_tokens').select(COLUMNS).orderBy('id').limit(range.limit);
    if (range.after !== undefined) query = query.where('id', '>', range.after);
    return (await query.execute()).map(toAdminToken);
  }

  async insert(tx: Tx, token: AdminToken, hash: string): Promise<void> {
    const row = {
      id: token.id,
      hash,
      role: token.role,
      name: token.name,
      prefix: token.prefix,
      created_at: token.createdAt,
      created_by: token.createdBy,
      made_with: token.madeWith,
      expires_at: token.expiresAt,
    };
    await this.db.on(tx).insertInto('admin_tokens').values(row).execute();
  }

  async delete(tx: Tx, ids: readonly string[]): Promise<void> {
    await this.db.on(tx).deleteFrom('admin_tokens').where('id', 'in', ids).execute();
  }

  /** The recorded time never goes back and is written at most once per step, whichever replica saw the use. */
  async noteUse(tx: Tx, id: string, at: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('admin_tokens')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', at - USE_STEP_MS)]))
      .execute();
  }
}

const toAdminToken = (row: Omit<Row<'admin_tokens'>, 'hash'>): AdminToken => ({
  id: row.id,
  role: row.role,
  name: row.name,
  prefix: row.prefix,
  createdAt: row.created_at,
  createdBy: row.created_by,
  madeWith: row.made_with,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});
