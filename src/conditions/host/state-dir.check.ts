import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Check, Finding } from '../../common/index.js';
import { condition, ok } from '../condition.js';

/** The folder of everything the gateway keeps, for the user who runs this. */
export const stateDirCheck = (stateDir: string): Check => ({
  id: 'state-dir',
  run: async () => [await findingOf(stateDir)],
});

async function findingOf(stateDir: string): Promise<Finding> {
  const found = await stat(stateDir).catch(codeOf);
  if (found === 'ENOENT')
    return condition('state-dir-missing', `${stateDir} does not exist: no gateway has run with it`);
  if (typeof found === 'string') return unusable(stateDir, found);
  if (!found.isDirectory()) return unusable(stateDir, 'it is not a folder');
  const refused = await access(stateDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => undefined,
    codeOf,
  );
  return refused === undefined ? ok(`${stateDir} can be read and written`) : unusable(stateDir, refused);
}

const unusable = (stateDir: string, why: string): Finding =>
  condition('state-dir-unusable', `${stateDir} cannot be used: ${why}`, { state: 'failed' });

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message;
