import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  type Environment,
  keyPath,
  itemPath,
  ownerTokenFile,
  readConfigFile,
  secretsFolder,
} from '../../config/index.js';
import { isCarried } from '../archive/entry-path.js';
import type { OutsideFile } from './contents.js';

/** The files of a gateway that are neither its database nor files of messages. */
export interface StateFiles {
  /** Paths in the state dir, with `/`. */
  readonly inside: readonly string[];
  readonly outside: readonly OutsideFile[];
}

/** The owner's token, secrets, polls, and what the configuration names. */
export async function stateFiles(environment: Environment): Promise<StateFiles> {
  const { stateDir } = environment;
  const inside = new Set(await ownFiles(stateDir));
  const outside: OutsideFile[] = [];
  for (const { setting, path } of namedFiles(environment)) {
    const below = await placeIn(stateDir, path);
    if (below === undefined) outside.push({ setting, path });
    else inside.add(below);
  }
  return { inside: [...inside].sort(), outside };
}

async function ownFiles(stateDir: string): Promise<string[]> {
  const secrets = await readdir(secretsFolder(stateDir), { recursive: true }).catch(() => []);
  const top = await readdir(stateDir).catch(() => []);
  const paths = [
    ownerTokenFile(stateDir),
    ...top.filter((name) => /^[a-z0-9-]+-polls\.json$/.test(name)).map((name) => join(stateDir, name)),
    ...secrets.map((name) => join(secretsFolder(stateDir), name)),
  ];
  const found = await Promise.all(paths.map(async (path) => ((await isFile(path)) ? path : undefined)));
  return found.flatMap((path) => (path === undefined ? [] : [pathIn(stateDir, path)])).filter(isCarried);
}

/** Files by the settings that name them, such as `gateway.tls.keyFile`, and secrets as `{ file: … }`. */
function namedFiles({ configFile }: Environment): OutsideFile[] {
  try {
    return filesIn(readConfigFile(configFile), '');
  } catch {
    // A file that cannot be read as a configuration is backed up as it is.
    return [];
  }
}

function filesIn(value: unknown, at: string): OutsideFile[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => filesIn(each, itemPath(at, index)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    const setting = keyPath(at, key);
    if (typeof below !== 'string') return filesIn(below, setting);
    return key === 'file' || key.endsWith('File') ? [{ setting, path: resolve(below) }] : [];
  });
}

/** Where a file is below the state dir; undefined for one that is elsewhere, or is missing. */
async function placeIn(stateDir: string, path: string): Promise<string | undefined> {
  if (!(await isFile(path))) return undefined;
  for (const [folder, file] of [
    [stateDir, path],
    [await realpath(stateDir), await realpath(path)],
  ] as const) {
    const below = pathIn(folder, file);
    if (!isAbsolute(below) && isCarried(below)) return below;
  }
  return undefined;
}

const pathIn = (folder: string, path: string): string => relative(folder, path).split(sep).join('/');

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
