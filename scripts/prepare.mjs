import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * What `npm run demo` and `npm test` have in common. Runs on any Node >= 20 without dependencies, because on a
 * fresh clone there are none; everything else runs on the Node that package.json pins.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE = join(ROOT, 'node_modules/.bin/node');
const BUILT = join(ROOT, 'dist/cli.js');

/** Installs and builds what is missing or out of date; ends the process with the step's exit code when one fails. */
export function prepare() {
  if (needsInstall()) step('Installing packages', 'npm', ['ci']);
  if (needsBuild()) step('Building', 'npm', ['run', 'build']);
}

/** Runs a program on the pinned Node, passing signals on, and ends as it ends. */
export function runToTheEnd(args) {
  const child = spawn(NODE, args, { cwd: ROOT, stdio: 'inherit' });
  // Ctrl-C reaches the child from the terminal by itself; waiting for it is all there is to do.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${NODE} cannot be run: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function step(title, command, args) {
  // Standard output belongs to the program that follows: `npm run -s demo -- --json` is read by machines.
  process.stderr.write(`> ${title}: ${[command, ...args].join(' ')}\n`);
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['inherit', 2, 'inherit'],
    shell: process.platform === 'win32',
  });
  if (error) fail(`${command} cannot be run: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function needsInstall() {
  const installed = modifiedAt(join(ROOT, 'node_modules/.package-lock.json'));
  return !existsSync(NODE) || installed < modifiedAt(join(ROOT, 'package-lock.json'));
}

function needsBuild() {
  const built = modifiedAt(BUILT);
  const inputs = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json'];
  return [join(ROOT, 'src'), ...inputs.map((name) => join(ROOT, name))].some(
    (path) => newestIn(path) > built,
  );
}

/** Of a file, or of anything below a folder; a folder's own time tells of files that are gone. */
function newestIn(path) {
  const own = modifiedAt(path);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

/** Epoch milliseconds; 0 when it is not there. */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
