import type { Command } from 'commander';
import type { Cli } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';

const WITHOUT_TERMINAL =
  'onboard asks questions and needs a terminal. Without one:\n' +
  '  gatehouse channels add imbridge --http-url <server_url> --password-file <file>\n' +
  '  gatehouse channels add --help\n' +
  '  gatehouse agents add --runtime <type> --model <name> --api-key-file <file>\n' +
  '  gatehouse agents add --help';

/** `gatehouse onboard` */
export function addOnboard(parent: Command, cli: Cli): void {
  parent
    .command('onboard')
    .description(
      'Set up a channel and its assistant by answering questions. Nothing is written before the last answer.',
    )
    .action(async () => {
      const { stdin, stdout } = cli.world;
      if (!stdin.isTTY || !stdout.isTTY) throw new CliFailure(WITHOUT_TERMINAL, EXIT.usage);
      const { onboard } = await import('../../setup/onboard.js');
      await onboard(cli, await cli.world.prompter());
    });
}
