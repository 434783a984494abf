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

const ownManifest = new URL('package.json', PROGRAM);
const manifests = [ownManifest, new URL('../package.json', PROGRAM), new URL('../../package.json', PROGRAM)];

/** The program's own `package.json`: `dist` contains one; for `src` and `build/src` it is that of the repository. */
const manifest = manifests.find((file) => existsSync(file)) ?? ownManifest;

/** The version of this program. */
export const { version: VERSION } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
