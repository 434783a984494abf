import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base32, randomChars } from './opaque-id.js';

const RANDOM_CHARS = 32;
const CHECKSUM_CHARS = 7;
const SHOWN_CHARS = 6;
/** Finds keys, tokens, cookies and link codes in a text: the ones we make, and the first owner token. */
const ANYWHERE = /gh[cl]?_[0-9a-hjkmnp-tv-z]{39}|gha_[\w-]{39,43}/gi;

/**
 * The form of the secrets we make: a mark, 32 characters of randomness (160 bits) and 7 of CRC-32, in lower-case
 * Crockford base 32. It has no look-alikes, a double click selects it, and secret scanners can find it by its mark and
 * checksum.
 */
export class SecretFormat {
  private readonly shape: RegExp;

  constructor(private readonly mark: string) {
    this.shape = new RegExp(`^${mark}[0-9a-hjkmnp-tv-z]{${RANDOM_CHARS + CHECKSUM_CHARS}}$`);
  }

  make(): string {
    const body = this.mark + randomChars(RANDOM_CHARS);
    return body + checksum(body);
  }

  /** Whether a text has this form; recognizes typing errors and other secrets without a look-up. */
  fits(text: string): boolean {
    return this.shape.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_CHARS)));
  }

  /** The beginning of a secret, which may be shown to identify it: 130 bits stay unknown. */
  prefixOf(secret: string): string {
    return secret.slice(0, this.mark.length + SHOWN_CHARS);
  }
}

/** SHA-256 in hex, stored instead of a secret. Its 160 random bits need no slow hash. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** Prepares a text for the log: replaces secrets that someone has put in the wrong place. */
export const withoutSecrets = (text: string): string => text.replace(ANYWHERE, 'gh_***');

const checksum = (body: string): string => base32(crc32(body), CHECKSUM_CHARS);
