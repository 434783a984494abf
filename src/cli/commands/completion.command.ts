import { Argument, type Command } from 'commander';
import type { Cli } from '../cli.js';
import { completionFor, type Shell, SHELLS } from '../completion.js';

/** `gatehouse completion <shell>` */
export function addCompletion(program: Command, cli: Cli): void {
  program
    .command('completion')
    .description('Print a script that completes these commands: source <(gatehouse completion bash)')
    .addArgument(new Argument('<shell>', 'whose script').choices(SHELLS))
    .action((shell: Shell) => void cli.world.stdout.write(`${completionFor(program, shell)}\n`));
}
