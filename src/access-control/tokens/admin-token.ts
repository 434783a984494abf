import { type Role, SecretFormat } from '../../common/index.js';

/** An admin token as it is known once it has been shown. Times are epoch milliseconds. */
export interface AdminToken {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  /** Its first characters. */
  readonly prefix: string;
  readonly createdAt: number;
  /** The actor. */
  readonly createdBy: string;
  /** The token it was made with; null for the first owner token. */
  readonly madeWith: string | null;
  /** Null = never. */
  readonly expiresAt: number | null;
  /** At most a minute behind; null = never used. */
  readonly lastUsedAt: number | null;
}

/** A token as it is asked for; fields left out take their defaults. */
export interface WantedToken {
  readonly role: Role;
  readonly name?: string | undefined;
  /** Epoch ms; null = never expires. */
  readonly expiresAt?: number | null | undefined;
}

/** A token just made: the only time that `token` is there to be shown. */
export interface MadeToken {
  readonly token: string;
  readonly adminToken: AdminToken;
}

/** Admin tokens that owners make; the first owner token has a form of its own. */
export const ADMIN_TOKENS = new SecretFormat('gha_');
