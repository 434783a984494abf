import { fileURLToPath } from 'node:url';
import { programFile } from '../../common/program-files.js';
import { startSmall } from './memory-flags.js';

/**
 * MB of one half of the young generation. In a smaller one a message's objects are collected before the message has
 * ended, and so copied into the old generation, which is then marked more often (ADR 0061).
 */
const SEMI_SPACE = '--max-semi-space-size=16';
/**
 * V8's helper threads, which collect and compile: one less than there are cores, and at least one. Node comes with four;
 * on two cores the main thread would have to take turns with them (ADR 0068).
 */
const HELPERS = '--v8-pool-size=0';
/** glibc otherwise creates eight arenas per core, which do not share their free memory. */
const ARENAS = '2';

/**
 * Restarts this process as the gateway with the flags that keep it lean. Returns when they are in force or cannot
 * be set; the caller then continues.
 * @param args of `main.js`
 */
export async function becomeLeanGateway(args: readonly string[]): Promise<void> {
  const program = programFile('main');
  replaceByLean(program, args);
  startSmall();
  // Loaded only now: the process that is replaced would load it, and cryptography with it, for nothing.
  const { keepCompiled } = await import('./compile-cache.js');
  keepCompiled(program);
}

/**
 * Replaces this process with the same program and the flags that keep it lean: same PID, same standard streams.
 * Returns when there is nothing to do: they are in force, the operator has set others, or the process cannot be
 * replaced (Windows, an older Node, `--permission` without child processes, a parent with an IPC channel).
 * @param program the entry file, which is run with `args`
 */
function replaceByLean(program: URL, args: readonly string[]): void {
  const missing = missingFrom([...process.execArgv, process.env.NODE_OPTIONS].join(' '));
  if (missing.length === 0 || !canBeReplaced()) return;
  const flags = [...process.execArgv, ...missing];
  const command = [process.argv0, ...flags, fileURLToPath(program), ...args];
  process.execve?.(process.execPath, command, { MALLOC_ARENA_MAX: ARENAS, ...process.env });
}

/** The flags of which the operator has set none of the kind, on the command line or for all of Node. */
function missingFrom(given: string): readonly string[] {
  const missing = [];
  if (!/--(min|max)[-_]semi[-_]space[-_]size/.test(given)) missing.push(SEMI_SPACE);
  if (!/--v8[-_]pool[-_]size/.test(given)) missing.push(HELPERS);
  return missing;
}

/** A new process would lose the IPC channel to its parent. */
function canBeReplaced(): boolean {
  const permission = process.permission as NodeJS.ProcessPermission | undefined;
  return (permission?.has('child') ?? true) && !process.channel && process.execve !== undefined;
}
