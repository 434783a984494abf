import { readFileSync } from 'node:fs';

/** The version of this program, as in package.json. */
export const VERSION = readVersion(new URL('../../package.json', import.meta.url));

function readVersion(file: URL): string {
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
