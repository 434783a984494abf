/*
 * `node test/e2e/fresh-machine.mjs [FOLDER]`: the steps of README and docs/operations/running.md with what is committed,
 * on a machine with nothing but Node >= 20, npm and git (test/support/bare-machine.mjs), and the release's archive on one
 * with not even these. Without dependencies.
 *
 * FOLDER, if given, keeps what came of it: `clone` with its packages, and `program`, installed for production.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bareMachine, machineWith } from '../support/bare-machine.mjs';
import { installProgram } from '../support/installed-program.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const [kept] = process.argv.slice(2);
const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'gatehouse-fresh-'));
const clone = join(folder, 'clone');
const INSTALLER_NEEDS =
  'sh awk cat cp dirname grep gzip ln mkdir mv readlink rm rmdir sed sha256sum sort tail tar uname'.split(
    ' ',
  );

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
  const { PATH: unpacking } = machineWith(join(folder, 'unpacking'), ['tar', 'gzip']);
  step({ ...machine, PATH: `${machine.PATH}:${unpacking}` }, 'npm', 'run', 'release');
  await tryRelease(machineWith(join(folder, 'bare'), INSTALLER_NEEDS));
} finally {
  if (!kept) rmSync(folder, { recursive: true, force: true });
}

function step(env, command, ...args) {
  console.log(`> ${command} ${args.join(' ')}`);
  const started = Date.now();
  execFileSync(command, args, { cwd: clone, env, stdio: 'inherit' });
  console.log(`  ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Installs the release, starts its gateway and stops it, on a machine without Node. */
async function tryRelease(machine) {
  const env = { ...machine, GATEHOUSE__GATEWAY__PORT: '0' };
  step(env, 'sh', 'release/install.sh');
  const gatehouse = join(env.HOME, '.local/bin/gatehouse');
  step(env, gatehouse, '--version');
  const gateway = spawn(gatehouse, ['start'], {
    cwd: env.HOME,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(gateway, 'exit');
  const address = join(env.HOME, '.gatehouse/gateway.json');
  while (!existsSync(address) && gateway.exitCode === null) await new Promise((go) => setTimeout(go, 50));
  const { url } = JSON.parse(readFileSync(address, 'utf8'));
  const { status } = await fetch(new URL('/healthz', url));
  gateway.kill('SIGTERM');
  const [code] = await ended;
  if (status !== 200 || code !== 0) throw new Error(`its gateway answered ${status} and ended with ${code}`);
  step(env, gatehouse, 'plugins', 'install', 'workchat');
  step(env, 'sh', 'release/install.sh', 'uninstall');
  if (existsSync(gatehouse) || !existsSync(address.replace('gateway.json', 'gatehouse.db')))
    throw new Error('uninstall must remove the program and keep the state');
  console.log('the release installs and runs without Node');
}
