import type { InstalledPlugin } from '../../plugins/index.js';
import type { Cli, OutputOptions } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';
import { runningGateway } from '../gateway/gateway-location.js';

const STEPS = { fetching: 'fetching it', trying: 'test loading' } as const;

/**
 * Installs a plugin, and shows how far it is. @throws CliFailure with the reason; the previous installation stays
 */
export async function installPlugin(
  cli: Cli,
  source: string,
  { json }: OutputOptions = {},
): Promise<InstalledPlugin> {
  const [code, { OWN_CHANNELS }] = await Promise.all([pluginCode(), import('../../app.sections.js')]);
  const { installPlugin: install } = await code.pluginInstallation();
  const { progressOn } = await import('../output/progress.js');
  const view = json ? undefined : progressOn(cli.world.stdout);
  const signal = cli.world.interruption();
  const onStep = (step: keyof typeof STEPS) => {
    const done = Object.keys(STEPS).indexOf(step);
    const name = `installing ${source}: ${STEPS[step]}`;
    view?.at({ name, done, total: 2, line: `${name} (step ${done + 1} of 2)` });
  };
  try {
    return await explained(() => install({ ...whereOf(cli), source, served: OWN_CHANNELS, onStep, signal }));
  } catch (error) {
    throw signal.aborted ? new CliFailure(NOTHING_CHANGED, EXIT.interrupted) : error;
  } finally {
    view?.end();
  }
}

const NOTHING_CHANGED = 'interrupted: the previous installation is unchanged; run the command again';

/** @param name of the package, or of a channel it serves. @throws CliFailure when it is not installed */
export async function removePlugin(cli: Cli, name: string): Promise<InstalledPlugin> {
  const { removePlugin: remove } = await (await pluginCode()).pluginInstallation();
  return explained(async () => remove(whereOf(cli), name));
}

/** The given channels that the file has settings for. */
export function configuredChannels(cli: Cli, channels: readonly string[]): readonly string[] {
  const { channels: sections } = cli.world.readConfigFile(cli.world.environment().configFile);
  return channels.filter((channel) => Object.hasOwn(sections ?? {}, channel));
}

/** A hint when a gateway is running, because it keeps the plugins it has loaded. */
export const restartHint = (cli: Cli): string =>
  whereOf(cli).isRunning ? 'Restart the gateway to use it.' : '';

/** Loads without output, after the imports that decorators need. */
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
