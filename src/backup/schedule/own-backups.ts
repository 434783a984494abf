import { access, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isPartialOf } from '../backup-name.js';

/** The longest list of own backups: those on other machines stay in it. */
const MOST_KNOWN = 1_200;

/**
 * Deletes own backups of a folder, all but the newest.
 * @param made the paths of own backups, the newest first; some may be on other machines, or gone
 * @returns those that are known from now on
 */
export async function keepNewest(
  made: readonly string[],
  folder: string,
  keep: number,
): Promise<readonly string[]> {
  const here: string[] = [];
  for (const file of made) if (dirname(file) === resolve(folder) && (await isThere(file))) here.push(file);
  const old = here.slice(keep);
  for (const file of old) await rm(file);
  return made.filter((file) => !old.includes(file)).slice(0, MOST_KNOWN);
}

/** Deletes what a killed process left of backups that it began. */
export async function deleteUnfinished(made: readonly string[]): Promise<void> {
  for (const folder of new Set(made.map((file) => dirname(file)))) {
    const names = await readdir(folder).catch(() => []);
    const own = made.filter((file) => dirname(file) === folder).map((file) => basename(file));
    const unfinished = names.filter((name) => own.some((file) => isPartialOf(name, file)));
    for (const name of unfinished) await rm(join(folder, name), { force: true });
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
