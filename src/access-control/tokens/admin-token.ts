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
