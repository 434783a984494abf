import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../cli.js';
import { explained, loadConfigCode } from '../config.js';

/** `gatehouse config validate [file]` */
export function addConfigValidate(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('validate'))
    .description('Check a configuration file as the start does: every problem by its path.')
    .argument('[file]', 'the file (default: that of the gateway)')
    .action(async (file: string | undefined, options: OutputOptions) => {
      const code = await loadConfigCode(cli);
      const named = file === undefined ? {} : { configFile: resolve(file), isConfigNamed: true };
      const checked = { ...code.scope.environment, ...named };
      const { text } = explained(code, () => code.loadConfigIn({ ...code.scope, environment: checked }));
      const state = text?.state ?? 'written';
      const answer = { file: checked.configFile, state, valid: true };
      cli.print(options, answer, () => `${checked.configFile} ${STATES[state]}.`);
    });
}

const STATES = {
  written: 'is valid',
  blank: 'is empty: only defaults and the environment hold',
  missing: 'does not exist: only defaults and the environment hold',
} as const;
