import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { programFolders } from '../program-folders.js';

/** The HOME of a server's program: kept from start to start, because many fetch what they need at the first one. */
export const homeOf = (stateDir: string, server: string): string =>
  join(programFolders(stateDir).homes, server);

/** Makes a HOME that only this account may open. */
export const makeHome = async (home: string): Promise<void> => {
  await mkdir(home, { recursive: true, mode: 0o700 });
};

/**
 * Removes the homes of servers that are not configured any more, whose programs have ended.
 * @returns those that could not be removed
 */
export async function removeHomes(
  stateDir: string,
  isKept: (server: string) => boolean,
): Promise<readonly string[]> {
  const names = await readdir(programFolders(stateDir).homes).catch(() => []);
  const left: string[] = [];
  for (const home of names.filter((name) => !isKept(name)).map((name) => homeOf(stateDir, name)))
    await rm(home, { recursive: true, force: true }).catch(() => left.push(home));
  return left;
}
