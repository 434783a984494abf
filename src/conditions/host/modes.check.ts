import type { Stats } from 'node:fs';
import { chmod, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Check, Finding, Repair } from '../../common/index.js';
import {
  type Environment,
  type GatehouseConfig,
  MASK,
  readConfigFile,
  secretsFolder,
} from '../../config/index.js';
import { condition, ok } from '../condition.js';

const OF_OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Files that others on this machine could read: secrets, the database, a configuration with secrets. A file that belongs
 * to someone else is their affair, and so are a folder that everybody may use, as `/tmp`, and a file elsewhere to which a
 * link leads: other programs may need it, as the list of the machine's certificate authorities.
 */
export const modesCheck = (environment: Places, config: GatehouseConfig | undefined): Check => ({
  id: 'modes',
  async run() {
    // Windows has no modes.
    if (process.getuid === undefined) return [];
    const home = await realpath(environment.stateDir);
    const paths = await privatePaths(environment, config);
    const found = await Promise.all(paths.map((path) => findingOf(path, home)));
    const open = found.filter((each) => each !== undefined);
    return open.length > 0 ? open : [ok('no file with secrets or messages is readable by others')];
  },
});

type Places = Pick<Environment, 'stateDir' | 'configFile'>;

async function privatePaths(
  { stateDir, configFile }: Places,
  config: GatehouseConfig | undefined,
): Promise<readonly string[]> {
  const secrets = secretsFolder(stateDir);
  // A configuration elsewhere, as in /etc, may be meant for a group.
  const isOwnFile = dirname(configFile) === stateDir && hasSecrets(configFile, config);
  const [inStateDir, inSecrets] = await Promise.all([namesIn(stateDir), namesIn(secrets, true)]);
  return [
    stateDir,
    secrets,
    ...(isOwnFile ? [configFile] : []),
    ...inStateDir.filter(isPrivate).map((name) => join(stateDir, name)),
    ...inSecrets.map((name) => join(secrets, name)),
  ];
}

/** Whether a file has a secret itself, and not only the name of a file with one; a file that is invalid may have. */
function hasSecrets(configFile: string, config: GatehouseConfig | undefined): boolean {
  try {
    return !config || isMasked(readConfigFile(configFile), config.masked());
  } catch {
    return true;
  }
}

function isMasked(raw: unknown, masked: unknown): boolean {
  if (typeof raw !== 'object' || raw === null) return masked === MASK && raw !== null;
  const shown = Object(masked) as Record<string, unknown>;
  return Object.entries(raw).some(([key, value]) => isMasked(value, shown[key]));
}

const namesIn = (folder: string, recursive = false): Promise<readonly string[]> =>
  readdir(folder, { recursive }).catch(() => []);

const PRIVATE = new Set([
  'admin-token',
  'gateway.json',
  'last-backup.json',
  'workchat-polls.json',
  'gatehouse.db',
  'media',
  'secret-key',
]);
/** The log of the database, kept logs, its index and its lock. */
const isPrivate = (name: string): boolean => PRIVATE.has(name) || /^gatehouse\.db[-.]/.test(name);

async function findingOf(path: string, home: string): Promise<Finding | undefined> {
  const place = await realpath(path).catch(() => undefined);
  if (place === undefined || !`${place}${sep}`.startsWith(`${home}${sep}`)) return undefined;
  const found = await stat(place).catch(() => undefined);
  if (!found || !isOurs(found) || (found.mode & OF_OTHERS) === 0 || (found.mode & STICKY) !== 0)
    return undefined;
  const message = `${path} has the mode ${octal(found.mode)}, so others on this machine can open it`;
  return { ...condition('mode-open', message), repair: closing(place, found) };
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
