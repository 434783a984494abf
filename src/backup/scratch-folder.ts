import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isAlive } from '../config/index.js';

/** The machine is part of the name, because several may keep their backups in one folder. */
const PREFIX = `.gatehouse-verify-${hostname().replace(/[^\w-]/g, '_')}-`;
const inUse = new Set<string>();

/**
 * Runs the work with a new folder for this user only, which is deleted in any case.
 * @param beside where there is room for a database; a temporary folder, often in memory, is the second choice
 */
export async function inScratchFolder<T>(beside: string, work: (folder: string) => Promise<T>): Promise<T> {
  await deleteLeftovers(beside);
  const name = `${PREFIX}${process.pid}-`;
  const folder = await mkdtemp(join(beside, name)).catch(() => mkdtemp(join(tmpdir(), name)));
  inUse.add(basename(folder));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    inUse.delete(basename(folder));
  }
}

/** Deletes folders of killed processes of this machine: they contain people's messages. */
async function deleteLeftovers(beside: string): Promise<void> {
  const names = await readdir(beside).catch(() => []);
  for (const name of names.filter(isLeftover))
    await rm(join(beside, name), { recursive: true, force: true }).catch(() => undefined);
}

function isLeftover(name: string): boolean {
  if (!name.startsWith(PREFIX) || inUse.has(name)) return false;
  const pid = Number(name.slice(PREFIX.length).split('-')[0]);
  // In a container every process may have had this number.
  return Number.isInteger(pid) && pid > 0 && (pid === process.pid || !isAlive(pid));
}
