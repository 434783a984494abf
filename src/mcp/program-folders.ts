import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What programs of servers leave in the state dir: their homes, and the records of those that run. */
export const programFolders = (stateDir: string) => ({
  homes: join(stateDir, 'mcp-homes'),
  records: join(stateDir, 'mcp-programs'),
});

/** Whether this gateway has ever started a program. */
export const hasHadPrograms = (stateDir: string): boolean =>
  Object.values(programFolders(stateDir)).some((folder) => existsSync(folder));
