import { readFileSync } from 'node:fs';
import { MANIFEST } from './program-files.js';

/** The version of this program, as in package.json. */
export const VERSION = readVersion(MANIFEST);

function readVersion(file: URL): string {
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
