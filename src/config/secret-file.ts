import { readRegularFile, unreadable } from './regular-file.js';

/** Either the text or why there is none, in words that give nothing away (no path: it may be a misplaced secret). */
export type SecretReading = { readonly value: string } | { readonly problem: string };

/** Reads a secret from a file; one trailing line end is dropped. Relative paths start at the working directory. */
export function readSecretFile(path: string): SecretReading {
  try {
    const value = readRegularFile(path)
      .toString('utf8')
      .replace(/\r?\n$/, '');
    return value === '' ? { problem: 'the file it names is empty' } : { value };
  } catch (error) {
    return { problem: `the file it names ${unreadable(error)}` };
  }
}
