import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ConfigInvalidError, ConfigProblem } from '../tree/problem.js';

/** `GATEHOUSE_STATE_DIR`, default `~/.gatehouse`; absolute. */
export const stateDirOf = (env: NodeJS.ProcessEnv): string =>
  absolutePath(env.GATEHOUSE_STATE_DIR || '~/.gatehouse');

/** The file with the first owner token, when the operator has not chosen one (DESIGN 6). */
export const ownerTokenFile = (stateDir: string): string => join(stateDir, 'admin-token');

/** A shorter owner token may be found by trying. */
export const SAFE_TOKEN_CHARS = 24;

/** Absolute form of a path; a leading `~` is the home folder, as a container's environment has no shell to expand it. */
export function absolutePath(path: string): string {
  return resolve(path.replace(/^~(?=\/|$)/, homedir()));
}

/**
 * Creates the state dir, and makes an existing one private (0700).
 * @throws ConfigInvalidError when this user cannot write it; else the system's error
 */
export function ensureStateDir({ stateDir }: { readonly stateDir: string }): void {
  makeWritable(stateDir);
  const { mode, uid } = statSync(stateDir);
  // A shared folder (`/tmp`) keeps its mode, and so does one of another owner, such as a volume that belongs to root.
  // The files in it are private themselves.
  const isOurs = uid === process.getuid?.() && (mode & STICKY) === 0;
  if (isOurs && (mode & OF_OTHERS) !== 0) chmodSync(stateDir, PRIVATE);
}

/** The system's codes for a place that another one has to replace: waiting would not help. */
const WRONG_PLACE = new Set(['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS']);

function makeWritable(stateDir: string): void {
  try {
    mkdirSync(stateDir, { recursive: true, mode: PRIVATE });
    accessSync(stateDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!WRONG_PLACE.has(code)) throw error;
    const message = `${stateDir} is not writable (${reasonOf(code, stateDir)}): choose a folder that this user can write to`;
    throw new ConfigInvalidError([new ConfigProblem('GATEHOUSE_STATE_DIR', message)]);
  }
}

/** mkdir says ENOENT on a read-only file system: the folder that would hold it tells the reason. */
function reasonOf(code: string, folder: string): string {
  if (code !== 'ENOENT') return code;
  try {
    accessSync(dirname(folder), constants.W_OK);
    return code;
  } catch (error) {
    return reasonOf((error as NodeJS.ErrnoException).code ?? code, dirname(folder));
  }
}

const PRIVATE = 0o700;
const OF_OTHERS = 0o077;
const STICKY = 0o1000;
