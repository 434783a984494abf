import type { Command } from 'commander';
import { type Cli, portNumber } from '../cli.js';

interface Options {
  readonly port: number;
  readonly bot: string;
  readonly password: string;
  readonly from: string;
}

/** `gatehouse simulate workplace` */
export function addSimulateWorkplace(parent: Command, { world }: Cli): void {
  parent
    .command('workplace')
    .description('Be a person who writes to the gateway through a simulated workplace chat.')
    .option('--port <port>', 'of the first of its six hosts; 0 takes any free ones', portNumber, 4500)
    .option('--bot <url>', "the gateway's workchat webhook", 'http://127.0.0.1:3978/api/messages')
    .option('--password <password>', "the bot's client secret", 'app-password')
    .option('--from <name>', 'who you are', 'Irene Paz')
    .action(async (options: Options) => {
      const { runWorkplaceTerminal } = await import('../../../simulators/index.js');
      const signal = world.interruption();
      await runWorkplaceTerminal({ ...options, input: world.stdin, output: world.stdout, signal });
    });
}
