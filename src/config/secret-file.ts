import { readFileSync } from 'node:fs';

/** Either the text or why there is none, in words that give nothing away (no path: it may be a misplaced secret). */
export type SecretReading = { readonly value: string } | { readonly problem: string };

/** Reads a secret from a file; one trailing line end is dropped. Relative paths start at the working directory. */
export function readSecretFile(path: string): SecretReading {
  try {
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return value === '' ? { problem: 'the file it names is empty' } : { value };
  } catch (error) {
    return { problem: `the file it names cannot be read (${errorCode(error)})` };
  }
}

/** The system's code of a failed file operation, e.g. `ENOENT`. */
export function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unreadable';
}
