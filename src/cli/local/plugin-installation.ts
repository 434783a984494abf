import type { InstalledPlugin } from '../../plugins/index.js';
import type { Cli } from '../cli.js';
import { CliFailure } from '../failure.js';
import { runningGateway } from '../gateway/gateway-location.js';

/** Installs a plugin. @throws CliFailure saying why that failed; what was there before stays */
export async function installPlugin(cli: Cli, source: string): Promise<InstalledPlugin> {
  const [code, { OWN_CHANNELS }] = await Promise.all([pluginCode(), import('../../app.sections.js')]);
  const { installPlugin: install } = await code.pluginInstallation();
  const options = { ...whereOf(cli), source, served: OWN_CHANNELS };
  return explained(() => install(options));
}

/** @param name of the package, or of a channel it serves. @throws CliFailure when it is not installed */
export async function removePlugin(cli: Cli, name: string): Promise<InstalledPlugin> {
  const { removePlugin: remove } = await (await pluginCode()).pluginInstallation();
  return explained(async () => remove(whereOf(cli), name));
}

/** Those of the channels that the file has settings for. */
export function configuredChannels(cli: Cli, channels: readonly string[]): readonly string[] {
  const { channels: sections } = cli.world.readConfigFile(cli.world.environment().configFile);
  return channels.filter((channel) => Object.hasOwn(sections ?? {}, channel));
}

/** Whether the running gateway, which keeps what it has loaded, has to be told. */
export const restartHint = (cli: Cli): string =>
  whereOf(cli).isRunning ? 'The running gateway uses it after its next start.' : '';

/** Quiet, and after what its decorators need. */
export async function pluginCode() {
  await import('reflect-metadata');
  const { Logger } = await import('@nestjs/common');
  Logger.overrideLogger(false);
  return import('../../plugins/index.js');
}

function whereOf(cli: Cli) {
  const { stateDir } = cli.world.environment();
  return { stateDir, isRunning: runningGateway(stateDir) !== undefined };
}

async function explained<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Error ? new CliFailure(error.message) : error;
  }
}
