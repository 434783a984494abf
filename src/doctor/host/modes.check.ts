import type { Stats } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Check, Finding, Repair } from '../../common/index.js';
import { type Environment, secretsFolder } from '../../config/index.js';
import { faultFound, ok } from '../faults.js';

const OF_OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * What others on this machine could read: secrets, the database, the configuration. A file that belongs to somebody else
 * is their affair, and so is a folder that everybody may use, as `/tmp`.
 */
export const modesCheck = (environment: Pick<Environment, 'stateDir' | 'configFile'>): Check => ({
  id: 'modes',
  async run() {
    // Windows has no modes.
    if (process.getuid === undefined) return [];
    const found = await Promise.all((await privatePaths(environment)).map(findingOf));
    const open = found.filter((each) => each !== undefined);
    return open.length > 0 ? open : [ok('files with secrets are readable by their owner only')];
  },
});

async function privatePaths({
  stateDir,
  configFile,
}: Pick<Environment, 'stateDir' | 'configFile'>): Promise<readonly string[]> {
  const secrets = secretsFolder(stateDir);
  const own = ['admin-token', 'gatehouse.db', 'gatehouse.db-wal', 'gateway.json', 'workchat-polls.json'];
  // A configuration elsewhere, as in /etc, may be meant for a group.
  const config = dirname(configFile) === stateDir ? [configFile] : [];
  const inSecrets = await readdir(secrets).catch(() => []);
  return [
    ...[stateDir, secrets, ...config, ...own.map((name) => join(stateDir, name))],
    ...inSecrets.map((name) => join(secrets, name)),
  ];
}

async function findingOf(path: string): Promise<Finding | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found || !isOurs(found) || (found.mode & OF_OTHERS) === 0 || (found.mode & STICKY) !== 0)
    return undefined;
  const message = `${path} has the mode ${octal(found.mode)}, so others on this machine may open it`;
  return { ...faultFound('mode-open', message), repair: closing(path, found) };
}

const isOurs = ({ uid }: Stats): boolean => uid === process.getuid?.();

function closing(path: string, { mode }: Stats): Repair {
  const closed = mode & 0o777 & ~OF_OTHERS;
  return {
    change: `set the mode of ${path} from ${octal(mode)} to ${octal(closed)}`,
    apply: async () => chmod(path, closed).catch(unlessGone),
  };
}

/** A file that another repair, or its owner, has deleted meanwhile is closed enough. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');
