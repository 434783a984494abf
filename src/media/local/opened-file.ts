import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

/** With these flags a pipe opens without waiting for its other end, and is then found not to be a file. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** How often the folders of a path are looked at before they count as changing all the time. */
const LOOKS = 5;

/** The reason an opened file is not the one that was asked for; safe to show, follows the name of the field. */
export class Refused extends Error {}

export const LINKED = 'passes through a symbolic link';
const EXCHANGED = 'was moved or replaced while it was opened';
const SEVERAL_NAMES = 'has other names (hard links), which could be anywhere: send a copy of it';

/** The path of a file, and the folder that it must not leave. */
export interface FileLocation {
  /** Without links, and below `root`. */
  readonly path: string;
  /** Without links. */
  readonly root: string;
}

/**
 * Opens the regular file of that path for reading, although folders of the path may be exchanged for links meanwhile:
 * what was opened decides, never the path it was opened by.
 * @throws Refused
 */
export async function openFile(file: FileLocation): Promise<{ handle: FileHandle; bytes: number }> {
  await refuseLinks(file.path);
  const handle = await open(file.path, READ);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw new Refused('is not a regular file');
    if (!(await isAt(handle, stats, file))) throw new Refused(EXCHANGED);
    if (stats.nlink > 1n) throw new Refused(SEVERAL_NAMES);
    return { handle, bytes: Number(stats.size) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function refuseLinks(path: string): Promise<void> {
  if ((await realpath(path)) !== path) throw new Refused(LINKED);
}

/** Asks the kernel where the opened file is; elsewhere than on Linux the path must lead to it. */
async function isAt(handle: FileHandle, stats: BigIntStats, file: FileLocation): Promise<boolean> {
  const found = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  return found === undefined ? leadsTo(stats, file) : found === file.path;
}

/**
 * Whether the path, without any link, leads to that file. It is looked at between two looks at its folders that are
 * equal, because a link may stand there for a moment only; an exchange and its reversal within one tick of the file
 * system's clock (1 to 4 ms at worst, nanoseconds on most) would not be seen.
 */
async function leadsTo({ dev, ino }: BigIntStats, file: FileLocation): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    const before = await foldersOf(file);
    const real = await realpath(file.path);
    const there = await lstat(file.path, { bigint: true });
    if ((await foldersOf(file)) === before)
      return real === file.path && there.dev === dev && there.ino === ino;
  }
  return false;
}

/** The folders from the root down: which they are, and when an entry of them was last changed. */
async function foldersOf({ path, root }: FileLocation): Promise<string> {
  const stamps: string[] = [];
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) {
    const { dev, ino, ctimeNs } = await lstat(folder, { bigint: true });
    stamps.push(`${dev}:${ino}:${ctimeNs}`);
    if (folder === dirname(folder)) break;
  }
  return stamps.join();
}
