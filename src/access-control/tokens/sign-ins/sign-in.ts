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
