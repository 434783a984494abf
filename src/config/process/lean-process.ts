import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programFile } from '../../common/program-files.js';
import { startSmall } from './memory-flags.js';
import { stateDirOf } from './state-dir.js';

/**
 * V8 lets the young generation of a busy process grow to three times 16 MB and what lives there briefly be promoted;
 * half of that costs a few per cent of CPU and saves 80 MB under load (ADR 0026).
 */
const SEMI_SPACE = '--max-semi-space-size=8';
/** glibc otherwise makes eight arenas per core, none of which gives back what another one needs. */
const ARENAS = '2';

/**
 * Makes this process the gateway, with the flags that keep its memory small. Returns when they are in force, or cannot be
 * set: the caller goes on as it is.
 * @param args of `main.js`
 */
export function becomeLeanGateway(args: readonly string[]): void {
  const program = programFile('main');
  replaceByLean(program, args);
  startSmall();
  keepCompiled(program);
}

/**
 * Lets V8 keep the compiled program in `{state_dir}/compile-cache` and take it from there at the next start, which saves a
 * sixth of its CPU time. Left alone where others could put code of theirs, at the first start, which makes the
 * folder, and where nothing can be written.
 * @param program the entry file; it names what it loads by hashes, so that it is another one with each build
 */
function keepCompiled(program: URL): void {
  const stateDir = stateDirOf(process.env);
  try {
    if (isOursAlone(stateDir)) enableCompileCache(folderOf(program, join(stateDir, 'compile-cache')));
  } catch {
    // The program is compiled again, which is all that is lost.
  }
}

/** Makes the folder of this build, and clears away those of others. */
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
 * Replaces this process by the same one with the flags that keep it small: same PID, same standard streams. Returns
 * when there is nothing to do: they are in force, the operator has set others, or the process cannot be replaced
 * (Windows, an older Node, `--permission` without child processes, a parent that talks to it).
 * @param program the entry file, which is run with `args`
 */
function replaceByLean(program: URL, args: readonly string[]): void {
  if (isSized(process.execArgv) || !canBeReplaced()) return;
  const flags = [...process.execArgv, SEMI_SPACE];
  const command = [process.argv0, ...flags, fileURLToPath(program), ...args];
  process.execve?.(process.execPath, command, { MALLOC_ARENA_MAX: ARENAS, ...process.env });
}

/** Whether somebody has decided already, on the command line or for all of Node. */
function isSized(flags: readonly string[]): boolean {
  return /--(min|max)[-_]semi[-_]space[-_]size/.test([...flags, process.env.NODE_OPTIONS].join(' '));
}

/** A new process would lose the channel to the parent, which knows this one. */
function canBeReplaced(): boolean {
  const permission = process.permission as NodeJS.ProcessPermission | undefined;
  return (permission?.has('child') ?? true) && !process.channel && process.execve !== undefined;
}
