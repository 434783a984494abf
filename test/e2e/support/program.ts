import { join } from 'node:path';

/** A file of the installed program, for instance `main.js` (test/support/global-install.mjs). */
export function programFile(path: string): string {
  const folder = process.env.GATEHOUSE_TEST_PROGRAM;
  if (folder === undefined) throw new Error('no program is installed');
  return join(folder, path);
}
