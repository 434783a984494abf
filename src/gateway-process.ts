import 'reflect-metadata';
import { ConfigInvalidError, logFormatIn, problemLines, readEnvironment } from './config/index.js';
import { errorText } from './common/index.js';
import type { RunningGateway } from './gateway.js';
import type { JobQueue } from './persistence/index.js';
import { hasStarted } from './config/process/memory-flags.js';
import { type ProcessRole, ROLE_USAGE, processRoleIn } from './config/process/role.js';

const EXIT_FAILED = 1;
/** The configuration is invalid (DESIGN 6; EX_CONFIG of sysexits). */
const EXIT_CONFIG = 78;
/** The embedded database is damaged (EX_DATAERR of sysexits). */
const EXIT_DAMAGE = 65;
/** After these a person has to act: the next start would fail in the same way. */
export const EXITS_FOR_GOOD: readonly number[] = [EXIT_DAMAGE, EXIT_CONFIG];
/** Accepted messages may not be on disk (EX_IOERR of sysexits): a supervisor starts the program again. */
const EXIT_DISK = 74;
/** The command line is not understood. */
const EXIT_USAGE = 2;
/** How long an end by an error that nothing caught waits for the record of whose it was, ms. */
const BLAME_MS = 5_000;
/** After this time the process ends even if work is still running; unfinished work is resumed at the next start. */
const SHUTDOWN_MS = 19_000;

/** Runs the gateway in the role that the arguments of `main.js` name. */
export async function runGatewayFromArgs(args: readonly string[]): Promise<void> {
  await runGateway(processRoleIn(args) ?? refuseUsage());
}

/** Runs the gateway until SIGTERM or SIGINT; ends the process with the exit codes of DESIGN 6. */
export async function runGateway(role: ProcessRole): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const uncaught = new UncaughtErrors();
  // Also rejections that nothing handles: Node turns them into such errors.
  process.on('uncaughtException', (error) => uncaught.end(error));
  const beforeWork = (queue: JobQueue) => (uncaught.queue = queue);
  const started = import('./gateway.js').then(({ startGateway }) =>
    startGateway({ role, signal, beforeWork }),
  );
  let ending: Promise<void> | undefined;
  // npm and the terminal both pass on a Ctrl-C, so a second signal must not cut the shutdown short.
  const end = () => {
    stop.abort();
    ending ??= shutDown(async () => (await unlessAborted(started))?.stop());
  };
  // Signals are handled during the start too, so that everything already started is stopped properly.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  const gateway = await unlessAborted(started).catch(reportFailedStart);
  void gateway?.failed.then((error) => endFailed(gateway, error));
  hasStarted();
}

/**
 * The end by errors that nothing caught: the state of the process is unknown, so it ends, but not before the queue has
 * recorded whose error it was. Otherwise a message that causes one would end each further start (ADR 0129).
 */
class UncaughtErrors {
  /** Undefined before jobs can run. */
  queue: JobQueue | undefined;
  private isEnding = false;

  /** Call it in the handler itself, whose asynchronous context names the job. */
  end(error: unknown): void {
    const frames = framesOf(error);
    const recorded = this.queue?.blame(frames.slice(0, 2).join(' '));
    // What follows while the process ends may be another job's.
    if (this.isEnding) return;
    this.isEnding = true;
    setTimeout(() => process.exit(EXIT_FAILED), BLAME_MS);
    const exit = () => process.exit(EXIT_FAILED);
    Promise.all([
      recorded,
      say([`the process ends because of an uncaught error: ${frames.join('\n    ')}`]),
    ]).then(exit, exit);
  }
}

/** Its name, and where it was thrown; its message may quote what a person wrote. */
function framesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [typeof error];
  const { name, code = '', stack = '' } = error as NodeJS.ErrnoException;
  const frames = stack.split('\n').map((line) => line.trim());
  return [`${name} ${code}`.trim(), ...frames.filter((line) => line.startsWith('at '))];
}

/** A start that was aborted by our own signal has not failed; there is nothing to stop. */
function unlessAborted<T>(started: Promise<T>): Promise<T | undefined> {
  return started.catch((error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') return undefined;
    throw error;
  });
}

async function shutDown(stop: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => process.exit(0), SHUTDOWN_MS);
  try {
    await stop();
    clearTimeout(timer);
    process.exit(0);
  } catch (error) {
    await say([`could not stop cleanly: ${errorText(error)}`]);
    process.exit(EXIT_FAILED);
  }
}

/** Nothing is drained: jobs could not record their end, and closing the database would write to it. */
async function endFailed({ hangUp }: RunningGateway, error: Error): Promise<never> {
  await say([errorText(error)]);
  await hangUp();
  process.exit(EXIT_DISK);
}

async function reportFailedStart(error: unknown): Promise<never> {
  if (error instanceof ConfigInvalidError) {
    await say(problemLines(error));
    process.exit(EXIT_CONFIG);
  }
  await say([`gatehouse could not start: ${errorText(error)}`]);
  const { DamagedDatabaseError } = await import('./persistence/index.js');
  process.exit(error instanceof DamagedDatabaseError ? EXIT_DAMAGE : EXIT_FAILED);
}

/** Uses the configured log format even when another part of the configuration is the reason. */
async function say(reasons: readonly string[]): Promise<void> {
  const { logFailure } = await import('./server/index.js');
  await logFailure(reasons, logFormatIn(readEnvironment()));
}

function refuseUsage(): never {
  process.stderr.write(`${ROLE_USAGE}\n`);
  process.exit(EXIT_USAGE);
}
