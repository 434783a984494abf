import { hashOfSecret, SecretFormat } from '../../common/index.js';

const FORMAT = new SecretFormat('gh_');

/** A new API key (DESIGN 7). */
export const newKey = (): string => FORMAT.make();

/** Whether a text could be a key at all; tells typing errors and other secrets apart without a look-up. */
export const isWellFormedKey = (text: string): boolean => FORMAT.fits(text);

/** SHA-256 in hex, stored instead of the key. */
export const hashOfKey = hashOfSecret;

/** The beginning of a key, which may be shown to tell one from another. */
export const prefixOfKey = (key: string): string => FORMAT.prefixOf(key);
