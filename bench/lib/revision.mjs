// Builds another revision of this repository, to measure it beside the present one.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** Those of `npm run build`, which would install the packages of that revision first. */
const STEPS = [
  ['node_modules/typescript/bin/tsc', '--project', 'simulators/tsconfig.build.json'],
  ['node_modules/@nestjs/cli/bin/nest.js', 'build'],
  ['scripts/bundle/bundle.mjs'],
];

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/**
 * With the packages of the present revision, so that only our own code differs; a link to them would not do, because the
 * build names packages by their folders.
 * @returns the folder of the program, and what removes it
 */
export function buildOf(revision) {
  const parent = mkdtempSync(join(tmpdir(), 'gatehouse-revision-'));
  const source = join(parent, 'source');
  run('git', ['worktree', 'add', '--quiet', '--detach', source, revision], ROOT);
  const remove = () => {
    run('git', ['worktree', 'remove', '--force', source], ROOT);
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    cpSync(join(ROOT, 'node_modules'), join(source, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    for (const args of STEPS) run(process.execPath, args, source);
    const program = join(source, 'dist');
    if (!existsSync(join(program, 'main.js'))) throw new Error(`${revision} has no main.js`);
    return { program, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
