import type { Command } from 'commander';
import { type Cli, type OutputOptions, portNumber } from '../../cli.js';

interface Options extends OutputOptions {
  readonly once?: boolean;
  readonly port?: number;
}

/** `gatehouse demo` */
export function addDemo(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('demo'))
    .description('Run a gateway with a simulated bridge and let a simulated stranger be paired and answered.')
    .option('--once', 'end after the conversation')
    .option('--port <port>', 'of the gateway (default: 3000 if free, else any)', portNumber)
    .action(async ({ once = false, port, json }: Options) => {
      const { world } = cli;
      const { JsonOutput, TerminalOutput } = await import('../../demo/output.js');
      const { runDemo } = await import('../../demo/demo.js');
      const output = json ? new JsonOutput(world.stdout) : new TerminalOutput(world);
      await runDemo({ output, isOnce: once, port, interruption: world.interruption(), stdin: world.stdin });
    });
}
