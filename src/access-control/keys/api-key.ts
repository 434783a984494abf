import { hashOfSecret, type Scope, SecretFormat } from '../../common/index.js';
import type { KeyHolder, RequestLimits } from '../actor/actor.js';

/** An API key after it has been shown. Times are epoch milliseconds. */
export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  /** Its first characters. */
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Replaces `dataApi.limits`, where set. */
  readonly limits: Partial<RequestLimits>;
  readonly createdAt: number;
  /** The actor. */
  readonly createdBy: string;
  /** The key its holder made it with; null when an operator made it. */
  readonly madeWith: string | null;
  /** Null = never. */
  readonly expiresAt: number | null;
  /** At most a minute behind; null = never used. */
  readonly lastUsedAt: number | null;
}

/** A requested key; fields left out take their defaults. */
export interface WantedKey {
  readonly name?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly limits?: Partial<RequestLimits> | undefined;
  /** Epoch ms; null = never expires. */
  readonly expiresAt?: number | null | undefined;
}

/** A new key: the only time that `key` can be shown. */
export interface MadeKey {
  readonly key: string;
  readonly apiKey: ApiKey;
}

/** A key whose user is active, with the facts that the guard needs. */
export interface UsableKey {
  readonly holder: KeyHolder;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

const FORMAT = new SecretFormat('gh_');

/** A new API key (DESIGN 7). */
export const newKey = (): string => FORMAT.make();

/** Whether a text has the form of a key; recognizes typing errors and other secrets without a look-up. */
export const isWellFormedKey = (text: string): boolean => FORMAT.fits(text);

/** SHA-256 in hex, stored instead of the key. */
export const hashOfKey = hashOfSecret;

/** The beginning of a key, which may be shown to identify it. */
export const prefixOfKey = (key: string): string => FORMAT.prefixOf(key);
