import { type Command, Option } from 'commander';
import { MODEL_TYPES } from '../../../config/index.js';
import { type Cli, type OutputOptions, portNumber } from '../../cli.js';

interface Options extends OutputOptions {
  readonly once?: boolean;
  readonly port?: number;
  readonly wire?: (typeof MODEL_TYPES)[number]['type'];
}

/** `gatehouse demo` */
export function addDemo(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('demo'))
    .description(
      'Run a gateway with a simulated bridge, and show how a simulated new sender is paired and answered.',
    )
    .option('--once', 'exit after the conversation')
    .option(
      '--port <port>',
      'port of the gateway (default: 3000 if free, otherwise any free port)',
      portNumber,
    )
    .addOption(
      new Option('--wire <type>', 'let a simulated model with this API answer (default: echo)').choices(
        MODEL_TYPES.map(({ type }) => type),
      ),
    )
    .action(async ({ once = false, port, wire, json }: Options) => {
      const { world } = cli;
      const { JsonOutput, TerminalOutput } = await import('../../demo/output.js');
      const { runDemo } = await import('../../demo/demo.js');
      const output = json ? new JsonOutput(world.stdout) : new TerminalOutput(world);
      const interruption = world.interruption();
      await runDemo({ output, isOnce: once, port, wire, interruption, stdin: world.stdin });
    });
}
