import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { stateDirOf } from './state-dir.js';

/**
 * Lets V8 keep the compiled program in `{state_dir}/compile-cache` and take it from there at the next start, which saves a
 * sixth of its CPU time. Left alone where others could put code of theirs, at the first start, which makes the
 * folder, and where nothing can be written.
 * @param program the entry file; it names what it loads by hashes, so that it is another one with each build
 */
export function keepCompiled(program: URL): void {
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
