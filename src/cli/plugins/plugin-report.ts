import { statSync } from 'node:fs';
import type { SetupProbe } from '../../plugins/index.js';
import type { Cli } from '../cli.js';
import { runningGateway } from '../gateway/gateway-location.js';
import { asCalled } from '../output/text.js';
import { DEFAULT_ACCOUNT } from '../setup/account-answers.js';
import type { PlannedChannel, PluginSetup } from './plugin-setup.js';

/** Warnings about a channel that was set up. */
export function warningsOf(
  { setup, configFile }: PluginSetup,
  { config }: PlannedChannel,
  probe?: SetupProbe,
) {
  const mode = statSync(configFile, { throwIfNoEntry: false })?.mode ?? 0;
  const isOpen = (mode & 0o077) !== 0;
  return [
    ...(probe?.isUsable === false ? [probe.text] : []),
    ...(setup.warnings?.(config, DEFAULT_ACCOUNT) ?? []),
    ...(isOpen ? [`${configFile} is open to other users of this machine: chmod 600 it.`] : []),
  ];
}

/** The next steps, one per line. */
export function nextSteps(cli: Cli, { setup }: PluginSetup, { config }: PlannedChannel): string {
  const isRunning = runningGateway(cli.world.environment().stateDir) !== undefined;
  const start = isRunning ? 'The running gateway uses it from now on.' : 'Start the gateway: gatehouse start';
  const steps = [
    start,
    ...(setup.nextSteps?.(config, DEFAULT_ACCOUNT) ?? []),
    'Check the state: gatehouse status --deep',
  ];
  return asCalled(cli.world, steps.join('\n'));
}
