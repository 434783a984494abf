import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { programFolder, shellWord, VERSION } from '../common/index.js';
import { PluginError } from './manifest.js';

/** A channel of ours whose connector is a separate package. */
export interface OfferedPlugin {
  readonly channel: string;
  readonly name: string;
  /** Path of its source within the repository, and of its package within the built program. */
  readonly folder: string;
  /** Environment variables for credentials (DESIGN 6); setting one requests the channel. */
  readonly variable: string;
}

export const OFFERED: readonly OfferedPlugin[] = [
  {
    channel: 'workchat',
    name: '@gatehouse/workchat',
    folder: 'extensions/workchat',
    variable: 'WORKCHAT_APP_ID',
  },
];

/**
 * The thing to install: the folder in a git checkout (spec 3-workchat, "Quick setup"), else the package that comes with the
 * program, by its channel.
 * @param repository the checkout of the program, if it runs from one
 */
export function sourceOf(
  { channel, folder }: OfferedPlugin,
  repository = join(programFolder(), '..'),
): string {
  const local = join(repository, folder);
  const isCheckout = existsSync(join(repository, '.git')) && existsSync(join(local, 'package.json'));
  if (!isCheckout) return channel;
  return repository === process.cwd() ? `./${folder}` : local;
}

/**
 * The folder of our package that comes with the program, for its channel or its name. No registry is asked for these:
 * the owner of that name there is not us.
 * @returns undefined for another source
 * @throws PluginError for a certain version of it
 */
export function broughtFolder(source: string): string | undefined {
  const isOf = (name: string) => source === name || source.startsWith(`${name}@`);
  const offered = OFFERED.find(({ channel, name }) => isOf(channel) || isOf(name));
  if (!offered) return undefined;
  const { channel, name, folder } = offered;
  if (source === channel || source === name) return join(programFolder(), folder);
  throw new PluginError(
    `${name} is not in a registry; it is included in each Gatehouse release: ${installCommand(channel)}`,
  );
}

/**
 * The folder of our package that comes with the program, if that of another release is installed: then it is used in its
 * place, so that an upgrade of the program is one of its plugins, and a rollback finds them as they were.
 */
export function folderInstead({
  source,
  version,
}: {
  readonly source: string;
  readonly version: string;
}): string | undefined {
  const offered = OFFERED.find(({ channel, name }) => source === channel || source === name);
  const folder = offered && join(programFolder(), offered.folder);
  return folder && version !== VERSION && existsSync(join(folder, 'package.json')) ? folder : undefined;
}

export const installCommand = (source: string): string => `gatehouse plugins install ${shellWord(source)}`;
