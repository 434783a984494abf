import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { programFile } from '../../common/program-files.js';
import { startSmall } from './memory-flags.js';
import { stateDirOf } from './state-dir.js';

/**
 * Prepares this process for the start of the gateway, whichever way it was started: little memory, and compiled code from
 * the last start. Call it before the gateway is loaded. The flags that V8 reads only when the process begins are set by
 * the image and the unit (ADR 0089).
 */
export function startLean(): void {
  startSmall();
  keepCompiled(programFile('main'));
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
