import type { Command } from 'commander';
import { type Cli, portNumber } from '../cli.js';

interface Options {
  readonly port: number;
  readonly password: string;
  readonly from: string;
}

/** `gatehouse simulate bridge` */
export function addSimulateBridge(parent: Command, { world }: Cli): void {
  parent
    .command('bridge')
    .description('Be a person who writes to the gateway through a simulated bridge server.')
    .option('--port <port>', 'of the simulated bridge; 0 takes any free one', portNumber, 1234)
    .option('--password <password>', 'of the simulated bridge', 'bridge-password')
    .option('--from <address>', 'who you are', '+12025550143')
    .action(async (options: Options) => {
      const { runBridgeTerminal } = await import('../../../simulators/index.js');
      const signal = world.interruption();
      await runBridgeTerminal({ ...options, input: world.stdin, output: world.stdout, signal });
    });
}
