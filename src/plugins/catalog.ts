import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, programFolder, shellWord, VERSION } from '../common/index.js';
import { type Environment, isVariableIn, readConfigFile, variableOfRow } from '../config/index.js';
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

/** The package of ours that comes with this program; undefined where the program is not built. */
export function ownPackage({ folder }: OfferedPlugin): string | undefined {
  const own = join(programFolder(), folder);
  return existsSync(join(own, 'package.json')) ? own : undefined;
}

/**
 * Whether a channel of ours is configured, before its plugin can check how. Never throws: a file that cannot be read is
 * reported by those who need all of it.
 */
export function isRequested(
  { settings = new Map<string, string>(), variable, configFile }: Environment,
  offered: OfferedPlugin,
): boolean {
  const area = `channels.${offered.channel}`;
  const switchedOff = settings.get(variableOfRow(`${area}.enabled`));
  if (switchedOff !== undefined) return switchedOff !== 'false';
  const isByVariable =
    variable?.(offered.variable).value !== undefined ||
    [...settings.keys()].some((name) => isVariableIn(area, name));
  const inFile = channelIn(configFile, offered.channel);
  return inFile?.enabled !== false && (isByVariable || inFile !== undefined);
}

function channelIn(file: string, channel: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { channels } = readConfigFile(file);
    const settings = isRecord(channels) ? channels[channel] : undefined;
    return isRecord(settings) ? settings : undefined;
  } catch {
    return undefined;
  }
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
  return offered && version !== VERSION ? ownPackage(offered) : undefined;
}

export const installCommand = (source: string): string => `gatehouse plugins install ${shellWord(source)}`;
