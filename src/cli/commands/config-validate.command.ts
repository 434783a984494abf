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
      const { environment } = code.scope;
      const configFile = file === undefined ? environment.configFile : resolve(file);
      explained(code, () =>
        code.loadConfigIn({ ...code.scope, environment: { ...environment, configFile } }),
      );
      cli.print(options, { file: configFile, valid: true }, () => `${configFile} is valid.`);
    });
}
