import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** `GATEHOUSE_STATE_DIR`, default `~/.gatehouse`; absolute. */
export const stateDirOf = (env: NodeJS.ProcessEnv): string =>
  absolutePath(env.GATEHOUSE_STATE_DIR || '~/.gatehouse');

/** The file with the first owner token, when the operator has not chosen one (DESIGN 6). */
export const ownerTokenFile = (stateDir: string): string => join(stateDir, 'admin-token');

/** Absolute form of a path; a leading `~` is the home folder, as a container's environment has no shell to expand it. */
export function absolutePath(path: string): string {
  return resolve(path.replace(/^~(?=\/|$)/, homedir()));
}

/** Creates the state dir, and makes an existing one private (0700). Throws the system's error. */
export function ensureStateDir({ stateDir }: { readonly stateDir: string }): void {
  mkdirSync(stateDir, { recursive: true, mode: PRIVATE });
  const { mode, uid } = statSync(stateDir);
  // A shared folder (`/tmp`) keeps its mode, and so does one of another owner, such as a volume that belongs to root.
  // The files in it are private themselves.
  const isOurs = uid === process.getuid?.() && (mode & STICKY) === 0;
  if (isOurs && (mode & OF_OTHERS) !== 0) chmodSync(stateDir, PRIVATE);
}

const PRIVATE = 0o700;
const OF_OTHERS = 0o077;
const STICKY = 0o1000;
