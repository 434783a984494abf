import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the running program: `dist`, or `src` under Jest. This file is one folder below it in both (the bundler
 * keeps it there), so all other files ask here.
 */
const PROGRAM = new URL('../', import.meta.url);
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'));

/**
 * The URL of a module that is started by its path, such as a worker thread.
 * @param name path below `src` without the extension, for instance `data-api/profile.worker`; the build puts each
 * `*.worker.ts` at the same place below `dist`
 */
export const programFile = (name: string): URL => new URL(`${name}${EXTENSION}`, PROGRAM);

/** The running program's folder as a path: `dist` or `src`, one folder below the top of a git checkout. */
export const programFolder = (): string => fileURLToPath(PROGRAM);

/**
 * The URL of a file that comes with the program: `dist` contains it; for `src` and `build/src` it is that of the
 * repository.
 * @param name path below the top of the repository, for instance `deploy/gatehouse.service`
 */
export function shippedFile(name: string): URL {
  const own = new URL(name, PROGRAM);
  return (
    ['', '../', '../../'].map((up) => new URL(up + name, PROGRAM)).find((file) => existsSync(file)) ?? own
  );
}

/** The version of this program. */
export const { version: VERSION } = JSON.parse(readFileSync(shippedFile('package.json'), 'utf8')) as {
  version: string;
};
