import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programFile } from '../../common/program-files.js';
import { startSmall } from './memory-flags.js';
import { stateDirOf } from './state-dir.js';

/**
 * V8 lets the young generation of a busy process grow to three times 16 MB, and promotes short-lived objects from it;
 * half of that costs a few per cent of CPU and saves 80 MB under load (ADR 0026).
 */
const SEMI_SPACE = '--max-semi-space-size=8';
/** glibc otherwise creates eight arenas per core, which do not share their free memory. */
const ARENAS = '2';

/**
 * Restarts this process as the gateway with the flags that keep its memory small. Returns when they are in force or
 * cannot be set; the caller then continues.
 * @param args of `main.js`
 */
export function becomeLeanGateway(args: readonly string[]): void {
  const program = programFile('main');
  replaceByLean(program, args);
  startSmall();
  keepCompiled(program);
}

/**
 * Lets V8 keep the compiled program in `{state_dir}/compile-cache` for the next start, which saves a sixth of its CPU
 * time. Not used where others could place their own code, at the first start, which creates the folder, and where it
 * cannot write.
 * @param program the entry file; it refers to its chunks by hash, so each build has a different one
 */
function keepCompiled(program: URL): void {
  const stateDir = stateDirOf(process.env);
  try {
    if (isOursAlone(stateDir)) enableCompileCache(folderOf(program, join(stateDir, 'compile-cache')));
  } catch {
    // The only cost is compiling the program again.
  }
}

/** Creates the folder of this build and removes those of other builds. */
function folderOf(program: URL, folder: string): string {
  const build = createHash('sha256').update(readFileSync(program)).digest('hex').slice(0, 16);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const other of readdirSync(folder))
    if (other !== build) rmSync(join(folder, other), { recursive: true });
  return join(folder, build);
}

function isOursAlone(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

/**
 * Replaces this process with the same program and the flags that keep it small: same PID, same standard streams.
 * Returns when there is nothing to do: they are in force, the operator has set others, or the process cannot be
 * replaced (Windows, an older Node, `--permission` without child processes, a parent with an IPC channel).
 * @param program the entry file, which is run with `args`
 */
function replaceByLean(program: URL, args: readonly string[]): void {
  if (isSized(process.execArgv) || !canBeReplaced()) return;
  const flags = [...process.execArgv, SEMI_SPACE];
  const command = [process.argv0, ...flags, fileURLToPath(program), ...args];
  process.execve?.(process.execPath, command, { MALLOC_ARENA_MAX: ARENAS, ...process.env });
}

/** Whether the operator has set the size already, on the command line or for all of Node. */
function isSized(flags: readonly string[]): boolean {
  return /--(min|max)[-_]semi[-_]space[-_]size/.test([...flags, process.env.NODE_OPTIONS].join(' '));
}

/** A new process would lose the IPC channel to its parent. */
function canBeReplaced(): boolean {
  const permission = process.permission as NodeJS.ProcessPermission | undefined;
  return (permission?.has('child') ?? true) && !process.channel && process.execve !== undefined;
}
