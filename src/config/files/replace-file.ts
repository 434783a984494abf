import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from './read-file.js';

/** Links that may stand between a path and its file: more are a circle. */
const MAX_LINKS = 16;
const PRIVATE = 0o600;

/**
 * Puts `text` in the place of a file so that after a crash either the old or the new one is there, whole. The mode
 * and owner of an existing file stay, a new one is for its owner only; a symbolic link stays and its target is
 * replaced. Missing folders are made.
 * @param isStillRight asked last, just before the file is replaced; false leaves everything as it was
 * @returns what `isStillRight` said. Throws the system's error.
 */
export function replaceFile(path: string, text: string, isStillRight: () => boolean): boolean {
  const target = linkTarget(path);
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${target}.${randomUUID()}.new`;
  try {
    writeDraft(draft, text, statSync(target, { throwIfNoEntry: false }));
    if (!isStillRight()) return false;
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(folder);
  return true;
}

function writeDraft(draft: string, text: string, old: Stats | undefined): void {
  const file = openSync(draft, NEW_DURABLE_FILE, PRIVATE);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    const mode = old ? old.mode & 0o777 : PRIVATE;
    if (isConfined()) chmodSync(draft, mode);
    else keepOwnerAndMode(file, old, mode);
    sync(file);
  } finally {
    closeSync(file);
  }
}

function keepOwnerAndMode(file: number, old: Stats | undefined, mode: number): void {
  if (old) keepOwner(file, old);
  fchmodSync(file, mode);
}

/** Only root may give a file away; to others their own file is as good. */
function keepOwner(file: number, { uid, gid }: Stats): void {
  try {
    fchownSync(file, uid, gid);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
  }
}

function linkTarget(path: string): string {
  let target = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    try {
      target = resolve(dirname(target), readlinkSync(target));
    } catch {
      return target;
    }
  }
  return target;
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    sync(handle);
  } finally {
    closeSync(handle);
  }
}

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
/** Windows has none. */
const O_SYNC = (constants as Partial<typeof constants>).O_SYNC ?? 0;

/** Flags that make a file, which must not be there, and put each write on disk before it returns. */
export const NEW_DURABLE_FILE = O_WRONLY | O_CREAT | O_EXCL | O_SYNC;

/** Whether Node's `--permission` holds, under which calls by file descriptor (fsync, fchmod, fchown) are refused. */
export const isConfined = (): boolean =>
  (process.permission as NodeJS.ProcessPermission | undefined) !== undefined;

/** Waits until a file or folder is on disk; what was written to a NEW_DURABLE_FILE is there without, on POSIX. */
export function sync(handle: number): void {
  if (!isConfined()) fsyncSync(handle);
}
