import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base32, randomChars } from '../../common/index.js';

/*
 * gh_ + 32 characters of randomness (160 bits) + 7 of CRC-32, lower-case Crockford base 32: no look-alikes, one
 * double click selects it, and secret scanners can find it by `gh_[0-9a-hjkmnp-tv-z]{39}` and its checksum.
 */
const MARK = 'gh_';
const RANDOM_CHARS = 32;
const CHECKSUM_CHARS = 7;
const SHAPE = /^gh_[0-9a-hjkmnp-tv-z]{39}$/;
const SHOWN_CHARS = MARK.length + 6;
/** Keys, and the admin tokens we make. */
const ANYWHERE = /gh_[0-9a-hjkmnp-tv-z]{39}|gha_[\w-]{43}/gi;

/** A new API key (DESIGN 7). */
export function newKey(): string {
  const body = MARK + randomChars(RANDOM_CHARS);
  return body + checksum(body);
}

/** Whether a text could be a key at all; tells typing errors and other secrets apart without a look-up. */
export function isWellFormedKey(text: string): boolean {
  return SHAPE.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_CHARS)));
}

/** What is stored instead of the key, hex. Its 160 random bits need no slow hash. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'hex');

/** What may be shown of a key, to tell one from another: 130 bits stay unknown. */
export const prefixOfKey = (key: string): string => key.slice(0, SHOWN_CHARS);

/** A text for the log, without keys that somebody put where none belongs. */
export const withoutKeys = (text: string): string => text.replace(ANYWHERE, 'gh_***');

const checksum = (body: string): string => base32(crc32(body), CHECKSUM_CHARS);
