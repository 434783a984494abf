import { readFileSync, statSync } from 'node:fs';

class NotRegularError extends Error {
  override readonly name = 'NotRegularError';
}

/** Reads a regular file only: a pipe or a device might never end, and would block the whole program. */
export function readRegularFile(path: string): Buffer {
  if (!statSync(path).isFile()) throw new NotRegularError(`${path} is not a regular file`);
  return readFileSync(path);
}

/** The reason a file could not be read, as words that follow its name. */
export function unreadable(error: unknown): string {
  return error instanceof NotRegularError ? 'is not a regular file' : `cannot be read (${errorCode(error)})`;
}

/** The system's code of a failed file operation, e.g. `ENOENT`. */
export function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unreadable';
}

/** Either the text, or a reason that reveals nothing (no path: it may be a misplaced secret). */
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
