import { CommanderError } from 'commander';
import { Cli } from './cli.js';
import { CliFailure, EXIT } from './failure.js';
import { addPluginCommands } from './plugin-commands.js';
import { buildProgram } from './program.js';
import { printableLines } from './output/text.js';
import type { CliWorld } from './world.js';

/** Runs one command. @returns the exit code: 0 ok, 1 failed, 2 usage (DESIGN 6). Never rejects. */
export async function runCli(args: readonly string[], world: CliWorld): Promise<number> {
  world.stdout.on('error', ignoreClosedPipe);
  try {
    const program = buildProgram(world);
    await addPluginCommands(program, new Cli(world), args);
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    // Commander has already written its own message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const message = messageOf(error);
    world.stderr.write(`gatehouse: ${printableLines(message)}\n`);
    return error instanceof CliFailure ? error.exitCode : EXIT.failed;
  }
}

/** With the details of a GatehouseError. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, details = '' } = error as Error & { details?: string };
  return details === '' ? message : `${message} (${details})`;
}

/** A reader such as `head` that has seen enough is no failure; the command finishes its work. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
