import { CommanderError } from 'commander';
import { Cli } from './cli.js';
import { CliFailure, CliOutcome, EXIT, failureJson } from './failure.js';
import { addPluginCommands } from './program/plugin-commands.js';
import { buildProgram } from './program/program.js';
import { asCalled, printableLines } from './output/text.js';
import type { CliWorld } from './world.js';

/** Runs one command. @returns the exit code: 0 ok, 1 failed, 2 usage (DESIGN 6). Never rejects. */
export async function runCli(args: readonly string[], world: CliWorld): Promise<number> {
  world.stdout.on('error', ignoreClosedPipe);
  const isJson = args.includes('--json');
  try {
    const program = buildProgram(world, isJson);
    await addPluginCommands(program, new Cli(world), args);
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CliOutcome) return error.exitCode;
    return report(error, world, isJson);
  }
}

/** Writes the error of a command to stderr. @returns the exit code */
function report(error: unknown, world: CliWorld, isJson: boolean) {
  if (error instanceof CommanderError) return reportUsage(error, world, isJson);
  const message = asCalled(world, printableLines(messageOf(error)));
  const code = error instanceof CliFailure ? error.exitCode : EXIT.failed;
  world.stderr.write(`${isJson ? failureJson(error, message, code) : `gatehouse: ${message}`}\n`);
  return code;
}

/** With the details of a GatehouseError. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, details = '' } = error as Error & { details?: string };
  return details === '' ? message : `${message} (${details})`;
}

/** Commander writes its own message, except for programs. */
function reportUsage({ message, exitCode }: CommanderError, world: CliWorld, isJson: boolean) {
  if (exitCode === 0) return EXIT.ok;
  const plain = message.replace(/^error: /, '');
  if (isJson) world.stderr.write(`${failureJson(undefined, plain, EXIT.usage)}\n`);
  return EXIT.usage;
}

/** A reader such as `head` that has seen enough is no failure; the command finishes its work. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
