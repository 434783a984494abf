import { type Command, Option } from 'commander';
import { type Cli, portNumber } from '../cli.js';

interface Options {
  readonly port: number;
  readonly password: string;
  readonly from: string;
  readonly macos: keyof typeof HOSTS;
}

/** Versions of the host that differ in what can be done (spec 2-imbridge, Versioning). */
const HOSTS = { 13: '13.7.0', 15: '15.5.0', 26: '26.1.0' } as const;

/** `gatehouse simulate bridge` */
export function addSimulateBridge(parent: Command, { world }: Cli): void {
  parent
    .command('bridge')
    .description('Be a person who writes to the gateway through a simulated bridge server.')
    .option('--port <port>', 'of the simulated bridge; 0 takes any free one', portNumber, 1234)
    .option('--password <password>', 'of the simulated bridge', 'bridge-password')
    .option('--from <address>', 'who you are', '+12025550143')
    .addOption(
      new Option('--macos <version>', 'of the simulated Mac').choices(Object.keys(HOSTS)).default('15'),
    )
    .action(async ({ macos, ...options }: Options) => {
      const { runBridgeTerminal } = await import('../../../simulators/index.js');
      const signal = world.interruption();
      const streams = { input: world.stdin, output: world.stdout, signal };
      await runBridgeTerminal({ ...options, macOs: HOSTS[macos], ...streams });
    });
}
