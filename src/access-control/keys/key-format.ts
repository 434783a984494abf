import { hashOfSecret, SecretFormat } from '../secret-format.js';

const FORMAT = new SecretFormat('gh_');

/** A new API key (DESIGN 7). */
export const newKey = (): string => FORMAT.make();

/** Whether a text could be a key at all; tells typing errors and other secrets apart without a look-up. */
export const isWellFormedKey = (text: string): boolean => FORMAT.fits(text);

/** What is stored instead of the key, hex. */
export const hashOfKey = hashOfSecret;

/** What may be shown of a key, to tell one from another. */
export const prefixOfKey = (key: string): string => FORMAT.prefixOf(key);
