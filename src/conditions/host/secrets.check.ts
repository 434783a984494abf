import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Check, Finding } from '../../common/index.js';
import {
  ConfigInvalidError,
  type Environment,
  itemPath,
  keyPath,
  readConfigFile,
  secretsFolder,
} from '../../config/index.js';
import { condition, ok } from '../condition.js';

/** A setting whose secret is in a file. */
interface Named {
  /** The path of the setting. */
  readonly setting: string;
  readonly file: string;
}

/**
 * The files in `{state_dir}/secrets` that settings of the configuration file name. Others are read at each start, and a
 * missing one is a problem of the configuration.
 */
export const secretsCheck = ({ stateDir, configFile }: Environment): Check => ({
  id: 'secrets',
  async run() {
    const folder = secretsFolder(stateDir);
    const named = filesNamedIn(rawConfig(configFile)).filter(({ file }) =>
      resolve(file).startsWith(folder + sep),
    );
    if (named.length === 0) return [];
    const missing = named.filter(({ file }) => !existsSync(file)).map(missingFile);
    const found = existsSync(folder) ? missing : [missingFolder(folder), ...missing];
    return found.length > 0 ? found : [ok(`the files in ${folder} that settings name exist`)];
  },
});

const missingFile = ({ setting, file }: Named): Finding =>
  condition('secret-missing', `${setting} names ${file}, which does not exist`, {
    state: 'failed',
    facts: { setting, file },
  });

const missingFolder = (folder: string): Finding => ({
  ...condition('secrets-folder-missing', `${folder} does not exist`, { state: 'failed' }),
  repair: {
    change: `create ${folder} with the mode 0700`,
    apply: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
  },
});

/** A file that cannot be read is a problem of the configuration. */
function rawConfig(configFile: string): unknown {
  try {
    return readConfigFile(configFile);
  } catch (error) {
    if (error instanceof ConfigInvalidError) return {};
    throw error;
  }
}

/** The values `{ file: "/path" }` below a value, each with its path. */
function filesNamedIn(value: unknown, path = ''): readonly Named[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === 'file' && typeof first[1] === 'string')
    return [{ setting: path, file: first[1] }];
  return entries.flatMap(([key, item]) =>
    filesNamedIn(item, Array.isArray(value) ? itemPath(path, Number(key)) : keyPath(path, key)),
  );
}
