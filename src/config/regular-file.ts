import { readFileSync, statSync } from 'node:fs';

class NotRegularError extends Error {
  override readonly name = 'NotRegularError';
}

/** Reads a file that is one: a pipe or a device might never end, and would hold the whole program up. */
export function readRegularFile(path: string): Buffer {
  if (!statSync(path).isFile()) throw new NotRegularError(`${path} is not a regular file`);
  return readFileSync(path);
}

/** Why a file could not be read, in words that follow its name; the name is not among them. */
export function unreadable(error: unknown): string {
  return error instanceof NotRegularError ? 'is not a regular file' : `cannot be read (${errorCode(error)})`;
}

/** The system's code of a failed file operation, e.g. `ENOENT`. */
export function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unreadable';
}
