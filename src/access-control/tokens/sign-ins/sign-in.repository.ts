import { Injectable } from '@nestjs/common';
import { Database, KeptFor, type Row, type Tx } from '../../../persistence/index.js';
import { type Role, SecretFormat } from '../../../common/index.js';

/** The values of the console's cookie. */
export const COOKIE_VALUES = new SecretFormat('ghc_');
/** The codes of one-time links. */
export const LINK_CODES = new SecretFormat('ghl_');

/** A stored cookie or link, without its secret. Times are epoch milliseconds. */
export interface SignIn {
  readonly id: string;
  readonly kind: 'cookie' | 'link';
  /** The id of the token it was made with; null for the first owner token. */
  readonly tokenId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the link was opened. */
  readonly usedAt: number | null;
}

/** The identity behind a credential, as its holder may see it. */
export interface Identified {
  /** The id of the actor, as the audit log has it. */
  readonly actor: string;
  readonly role: Role;
  /** The name of the token. */
  readonly name: string;
  /** The time from which the credential is refused; null = never. */
  readonly expiresAt: number | null;
}

/** A new cookie: `value` is stored nowhere. */
export interface BegunSignIn {
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly identified: Identified;
}

/** A new one-time link: `code` is stored nowhere. */
export interface MadeLink {
  readonly code: string;
  readonly expiresAt: number;
}

/** Days after its end for which the cause of the end can still be told. */
const KEPT_DAYS = 1;
const COLUMNS = ['id', 'kind', 'token_id', 'created_at', 'expires_at', 'used_at'] as const;

/** Reads the database each time, so that the end of a sign-in takes effect at once on every replica. */
@KeptFor('ended sign-ins', () => KEPT_DAYS, { table: 'sign_ins', key: 'id', age: 'expires_at' })
@Injectable()
export class SignInRepository {
  constructor(private readonly db: Database) {}

  /** Includes expired ones. @param hashes the possible hashes of its secret */
  async findByHash(kind: SignIn['kind'], hashes: readonly string[]): Promise<SignIn | undefined> {
    const row = await this.db
      .on()
      .selectFrom('sign_ins')
      .select(COLUMNS)
      .where('hash', 'in', hashes)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return row && toSignIn(row);
  }

  async find(id: string): Promise<SignIn | undefined> {
    const row = await this.db
      .on()
      .selectFrom('sign_ins')
      .select(COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toSignIn(row);
  }

  async insert(tx: Tx, each: SignIn, hash: string): Promise<void> {
    const row = {
      id: each.id,
      kind: each.kind,
      hash,
      token_id: each.tokenId,
      created_at: each.createdAt,
      expires_at: each.expiresAt,
      used_at: each.usedAt,
    };
    await this.db.on(tx).insertInto('sign_ins').values(row).execute();
  }

  /** @returns false when the link has been used before, on whatever replica */
  async use(tx: Tx, id: string, at: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('sign_ins')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** @returns false when there is none with this id */
  async delete(tx: Tx, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('sign_ins')
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Leaves only the newest of a token. */
  async deleteBeyond(tx: Tx, { kind, tokenId }: SignIn, newest: number): Promise<void> {
    const ids = await this.db
      .on(tx)
      .selectFrom('sign_ins')
      .select('id')
      .where('token_id', tokenId === null ? 'is' : '=', tokenId)
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .execute();
    const old = ids.slice(newest).map(({ id }) => id);
    if (old.length > 0) await this.db.on(tx).deleteFrom('sign_ins').where('id', 'in', old).execute();
  }
}

const toSignIn = (row: Omit<Row<'sign_ins'>, 'hash'>): SignIn => ({
  id: row.id,
  kind: row.kind,
  tokenId: row.token_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
});
