import { type Command, Option } from 'commander';
import { type Cli, portNumber } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';

/** `gatehouse simulate …` */
export function addSimulate(program: Command, cli: Cli): void {
  const simulate = program
    .command('simulate')
    .description('Simulate a messaging service or a model to try out the gateway.');
  for (const add of [addSimulateBridge, addSimulateWorkplace, addSimulateModel]) add(simulate, cli);
}

interface BridgeOptions {
  readonly port: number;
  readonly password: string;
  readonly from: string;
  readonly macos: keyof typeof HOSTS;
  readonly serverVersion: string;
}

/** Versions of the host with different features (spec 2-imbridge, Versioning). */
const HOSTS = { 13: '13.7.0', 15: '15.5.0', 26: '26.1.0' } as const;

/** `gatehouse simulate bridge` */
function addSimulateBridge(parent: Command, { world }: Cli): void {
  parent
    .command('bridge')
    .description('Act as a sender who writes to the gateway through a simulated bridge server.')
    .option('--port <port>', 'port of the simulated bridge; 0 = any free port', portNumber, 1234)
    .option('--password <password>', 'password of the simulated bridge', 'bridge-password')
    .option('--from <address>', 'your address or name', '+12025550143')
    .addOption(
      new Option('--macos <version>', 'macOS version of the simulated Mac')
        .choices(Object.keys(HOSTS))
        .default('15'),
    )
    .option(
      '--server-version <version>',
      'version of the simulated bridge server; versions above 1.9.9 show bold and italic',
      '1.9.9',
    )
    .action(async ({ macos, ...options }: BridgeOptions) => {
      const { runBridgeTerminal } = await import('../../../../simulators/index.js');
      const signal = world.interruption();
      const streams = { input: world.stdin, output: world.stdout, signal };
      await runBridgeTerminal({ ...options, macOs: HOSTS[macos], ...streams });
    });
}

interface WorkplaceOptions {
  readonly port: number;
  readonly bot: string;
  readonly password: string;
  readonly from: string;
}

/** `gatehouse simulate workplace` */
function addSimulateWorkplace(parent: Command, { world }: Cli): void {
  parent
    .command('workplace')
    .description('Act as a sender who writes to the gateway through a simulated Microsoft Teams.')
    .option('--port <port>', 'port of the first of its six hosts; 0 = any free ports', portNumber, 4500)
    .option('--bot <url>', "the gateway's workchat webhook", 'http://127.0.0.1:3978/api/messages')
    .option('--password <password>', "the bot's client secret", 'app-password')
    .option('--from <name>', 'your address or name', 'Irene Paz')
    .action(async (options: WorkplaceOptions) => {
      const { runWorkplaceTerminal } = await import('../../../../simulators/index.js');
      const signal = world.interruption();
      await runWorkplaceTerminal({ ...options, input: world.stdin, output: world.stdout, signal });
    });
}

interface ModelOptions {
  readonly port: number;
  readonly model: string;
  readonly apiKey?: string;
  readonly quirk?: string;
}

/** `gatehouse simulate model` */
function addSimulateModel(parent: Command, { world }: Cli): void {
  parent
    .command('model')
    .description('Act as the model that answers, through a simulated model server.')
    .option('--port <port>', 'port of the simulated model server; 0 = any free port', portNumber, 4600)
    .option('--model <name>', 'name of the model', 'simulated')
    .option('--api-key <key>', 'reject calls without this key')
    .option('--quirk <name>', 'answer with the recorded bytes of a real server, such as mistral-content-list')
    .action(async ({ quirk: name, ...options }: ModelOptions) => {
      const { QUIRKS, quirkNamed, runModelTerminal } = await import('../../../../simulators/index.js');
      const quirk = name === undefined ? undefined : quirkNamed(name);
      if (name !== undefined && !quirk)
        throw new CliFailure(
          `${name} is not a known quirk; known: ${QUIRKS.map((each) => each.name).join(', ')}`,
          EXIT.usage,
        );
      const signal = world.interruption();
      await runModelTerminal({
        ...options,
        ...(quirk && { quirk }),
        input: world.stdin,
        output: world.stdout,
        signal,
      });
    });
}
