// Builds another revision of this repository, to measure it beside the present one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/**
 * With the packages of the present revision, so that only our own code differs.
 * @returns the folder of the program, and what removes it
 */
export function buildOf(revision) {
  const folder = join(mkdtempSync(join(tmpdir(), 'gatehouse-revision-')), 'source');
  run('git', ['worktree', 'add', '--detach', folder, revision], ROOT);
  const packages = join(folder, 'node_modules');
  const remove = () => {
    // The link alone, before git removes what it finds.
    rmSync(packages, { force: true });
    run('git', ['worktree', 'remove', '--force', folder], ROOT);
    rmSync(resolve(folder, '..'), { recursive: true, force: true });
  };
  try {
    symlinkSync(join(ROOT, 'node_modules'), packages);
    for (const args of STEPS) run(process.execPath, args, folder);
    const program = join(folder, 'dist');
    if (!existsSync(join(program, 'main.js'))) throw new Error(`${revision} has no main.js`);
    return { program, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Those of `npm run build`, which would install the packages of that revision first. */
const STEPS = [
  ['node_modules/typescript/bin/tsc', '--project', 'simulators/tsconfig.build.json'],
  ['node_modules/@nestjs/cli/bin/nest.js', 'build'],
  ['scripts/bundle/bundle.mjs'],
];
