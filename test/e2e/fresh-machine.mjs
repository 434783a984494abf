/*
 * `node test/e2e/fresh-machine.mjs [FOLDER]`: the steps of README and docs/operations/running.md with what is committed,
 * on a machine with nothing but Node >= 20, npm and git (test/support/bare-machine.mjs). Without dependencies.
 *
 * FOLDER, if given, keeps what came of it: `clone` with its packages, and `program`, installed for production.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bareMachine } from '../support/bare-machine.mjs';
import { installProgram } from '../support/installed-program.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const [kept] = process.argv.slice(2);
const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'gatehouse-fresh-'));
const clone = join(folder, 'clone');

try {
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, clone]);
  const machine = bareMachine(join(folder, 'machine'));
  step(machine, 'npm', 'ci');
  step(machine, 'npm', 'run', 'demo', '--', '--once');
  // The production machine uses the Node that the repository pins.
  const production = bareMachine(join(folder, 'production'), join(clone, 'node_modules/.bin/node'));
  const { archive, program } = installProgram(join(clone, 'dist'), folder, production);
  step(production, 'node', join(program, 'cli.js'), '--version');
  console.log(`${archive} installs and runs`);
} finally {
  if (!kept) rmSync(folder, { recursive: true, force: true });
}

function step(env, command, ...args) {
  console.log(`> ${command} ${args.join(' ')}`);
  const started = Date.now();
  execFileSync(command, args, { cwd: clone, env, stdio: 'inherit' });
  console.log(`  ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
