import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isAlive } from '../config/index.js';

/** The machine is part of the name, because several may keep their backups in one folder. */
const HERE = hostname().replace(/[^\w-]/g, '_');
const inUse = new Set<string>();

/**
 * Runs the work with a new folder for this user only, which is deleted in any case.
 * @param beside where there is room for a database; a temporary folder, often in memory, is the second choice
 * @param kind the first part of its name
 */
export async function inScratchFolder<T>(
  beside: string,
  kind: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await newFolder(beside, kind).catch(() => newFolder(tmpdir(), kind));
  try {
    return await work(folder);
  } finally {
    await deleteFolder(folder);
  }
}

/**
 * Makes a folder for this user only, and deletes those of its kind that killed processes of this machine left: they
 * contain people's messages.
 * @param kind the first part of its name
 */
export async function newFolder(parent: string, kind: string): Promise<string> {
  await deleteLeftovers(parent, kind);
  const folder = await mkdtemp(join(parent, `${kind}${HERE}-${process.pid}-`));
  inUse.add(basename(folder));
  return folder;
}

/** Deletes a folder of `newFolder`, if it is still there. */
export async function deleteFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  inUse.delete(basename(folder));
}

/** Deletes what killed processes of this machine left. */
export async function deleteLeftovers(parent: string, kind: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((each) => isLeftover(each, `${kind}${HERE}-`)))
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
}

function isLeftover(name: string, prefix: string): boolean {
  if (!name.startsWith(prefix) || inUse.has(name)) return false;
  const pid = Number(name.slice(prefix.length).split('-')[0]);
  // In a container every process may have had this number.
  return Number.isInteger(pid) && pid > 0 && (pid === process.pid || !isAlive(pid));
}
