import type { SetupAnswers } from '../../plugins/index.js';
import type { Cli, OutputOptions } from '../cli.js';
import { CliFailure } from '../failure.js';
import { nextSteps, warningsOf } from '../setup/setup-report.js';
import type { PluginSetup } from './plugin-setup.js';

export interface AddedChannel {
  readonly answers: SetupAnswers;
  /** Changes an existing channel. */
  readonly isForced: boolean;
  /** Probes the service after writing. */
  readonly isProbed: boolean;
}

/** Writes a channel and reports the result. @throws CliFailure; an unusable service is only a warning */
export async function addPluginChannel(
  cli: Cli,
  options: OutputOptions,
  setup: PluginSetup,
  { answers, isForced, isProbed }: AddedChannel,
): Promise<void> {
  const { channel } = setup.setup;
  if (setup.isThere && !isForced)
    throw new CliFailure(`${channel} is already set up: pass --force to change it`);
  const planned = setup.plan(answers);
  const outcome = await planned.write();
  const probe = isProbed ? await setup.probe(answers) : undefined;
  const warnings = warningsOf(setup, planned, probe);
  for (const warning of warnings) cli.warn(warning);
  const told = {
    channel,
    config_file: setup.configFile,
    ...outcome,
    probe: probe ? { usable: probe.isUsable, text: probe.text } : null,
    warnings,
  };
  cli.print(options, told, () =>
    [
      `${channel}: written to ${setup.configFile}.`,
      ...(probe?.isUsable ? [probe.text] : []),
      '',
      nextSteps(cli, planned),
    ].join('\n'),
  );
}
