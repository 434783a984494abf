import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** `GATEHOUSE_STATE_DIR`, default `~/.gatehouse`; absolute. */
export const stateDirOf = (env: NodeJS.ProcessEnv): string =>
  absolutePath(env.GATEHOUSE_STATE_DIR || '~/.gatehouse');

/** Where the first owner token lies when the operator has not chosen one (DESIGN 6). */
export const ownerTokenFile = (stateDir: string): string => join(stateDir, 'admin-token');

/** Absolute form of a path; a leading `~` is the home folder, as a container's environment has no shell to expand it. */
export function absolutePath(path: string): string {
  return resolve(path.replace(/^~(?=\/|$)/, homedir()));
}

/** Makes the state dir, and takes one that is there from others on this machine (0700). Throws the system's error. */
export function ensureStateDir({ stateDir }: { readonly stateDir: string }): void {
  mkdirSync(stateDir, { recursive: true, mode: PRIVATE });
  const { mode, uid } = statSync(stateDir);
  // A folder that everybody shares (`/tmp`) must stay theirs, and one of another owner is not ours to change: a volume
  // that belongs to root, say. The files in it are private by themselves.
  const isOurs = uid === process.getuid?.() && (mode & STICKY) === 0;
  if (isOurs && (mode & OF_OTHERS) !== 0) chmodSync(stateDir, PRIVATE);
}

const PRIVATE = 0o700;
const OF_OTHERS = 0o077;
const STICKY = 0o1000;
