import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, openSync, writeSync } from 'node:fs';
import { NEW_DURABLE_FILE, ownerTokenFile, readRegularFile, sync } from '../../config/index.js';

/** Reads the token in the state dir, or makes it at the first start: 256 random bits, readable by this user only. */
export function readOrCreateOwnerToken(stateDir: string): string {
  const file = ownerTokenFile(stateDir);
  try {
    create(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const token = readRegularFile(file).toString('utf8').trim();
  if (token === '') throw new Error(`${file} is empty: delete it to have a new token made`);
  return token;
}

function create(file: string): void {
  const handle = openSync(file, NEW_DURABLE_FILE, 0o600);
  try {
    writeSync(handle, `gha_${randomBytes(32).toString('base64url')}\n`);
    sync(handle);
  } finally {
    closeSync(handle);
  }
  chmodSync(file, 0o600);
}
