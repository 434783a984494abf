import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { programFolder } from '../../../common/index.js';

/** A program that `install.sh` has put on this machine: one folder for each release, and `current` for the one in use. */
export interface Installation {
  /** The folder of all releases. */
  readonly prefix: string;
  /** The release that this process belongs to, which `current` need not name any longer. */
  readonly version: string;
  /** Paths that mean the release in use, whichever it is. */
  readonly stable: { readonly node: string; readonly program: string };
}

/**
 * @param program the folder of the running program
 * @returns undefined for a checkout, a package of npm, an image
 */
export function installationOf(program = programFolder()): Installation | undefined {
  // PREFIX/VERSION/app/dist
  const release = dirname(dirname(realpathSync(program)));
  const prefix = dirname(release);
  const current = join(prefix, 'current');
  if (!existsSync(join(release, 'release.json'))) return undefined;
  if (!lstatSync(current, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  return {
    prefix,
    version: basename(release),
    stable: { node: join(current, 'node/bin/node'), program: join(current, 'app/dist/main.js') },
  };
}

/** The release that a link of the installation names; undefined where there is no such link. */
export function linkedRelease(prefix: string, link: 'current' | 'previous'): string | undefined {
  try {
    return basename(realpathSync(join(prefix, link)));
  } catch {
    return undefined;
  }
}

/** The last migration of an installed release; undefined where it does not say. */
export function migrationOf(prefix: string, version: string): string | undefined {
  const file = join(prefix, version, 'release.json');
  const { migration } = JSON.parse(readFileSync(file, 'utf8')) as { readonly migration?: unknown };
  return typeof migration === 'string' ? migration : undefined;
}
