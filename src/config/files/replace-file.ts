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
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode } from './read-file.js';

/** The maximum number of links between a path and its file; more are a cycle. */
const MAX_LINKS = 16;
const PRIVATE = 0o600;

/**
 * Replaces the content of a file with `text`: after a crash either the old or the new content is there, complete. An
 * existing file keeps its mode and owner, a new one is private to its owner; a symbolic link stays and its target is
 * replaced. Missing folders are created.
 * @param isStillRight called just before the file is replaced; false leaves everything as it was
 * @returns the answer of `isStillRight`
 * @throws the system's error
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
  syncFolderNow(folder);
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

/** Only root may change the owner; for others their own file is good enough. */
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

function syncFolderNow(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    sync(handle);
  } finally {
    closeSync(handle);
  }
}

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
/** Undefined on Windows. */
const O_SYNC = (constants as Partial<typeof constants>).O_SYNC ?? 0;

/** Flags that create a file, which must not exist, and put each write on disk before it returns. */
export const NEW_DURABLE_FILE = O_WRONLY | O_CREAT | O_EXCL | O_SYNC;

/** Whether Node's `--permission` is on, which refuses calls by file descriptor (fsync, fchmod, fchown). */
export const isConfined = (): boolean =>
  (process.permission as NodeJS.ProcessPermission | undefined) !== undefined;

/** Waits until a file or folder is on disk; on POSIX, writes to a NEW_DURABLE_FILE do not need it. */
export function sync(handle: number): void {
  if (!isConfined()) fsyncSync(handle);
}

/** Waits until the names in a folder are on disk. */
export async function syncFolder(folder: string): Promise<void> {
  if (isConfined()) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
