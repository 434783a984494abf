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
  if (needsInstall()) install();
  if (needsBuild()) mustRun('Building', ['run', 'build']);
}

/**
 * `npm ci` refuses a lock file that leaves out other platforms' optional packages, as one made with a registry
 * mirror does; `npm install` takes what the lock file names all the same, and leaves it as it is.
 */
function install() {
  if (run('Installing packages', ['ci', '--loglevel=silent']) === 0) return;
  mustRun('Installing packages, less strictly', ['install', '--no-save', '--loglevel=error']);
}

/** Runs a program on the pinned Node, passing signals on, and ends as it ends. */
export function runToTheEnd(args) {
  const child = spawn(NODE, args, { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${NODE} cannot be run: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function mustRun(title, args) {
  const status = run(title, args);
  if (status !== 0) fail(`${title} failed`, status);
}

/** @returns the exit code of npm. */
function run(title, args) {
  // Standard output belongs to the program that follows: `npm run -s demo -- --json` is read by machines.
  process.stderr.write(`> ${title}: npm ${args.join(' ')}\n`);
  const stdio = ['inherit', 2, 'inherit'];
  const { status, error } = spawnSync('npm', args, { cwd: ROOT, stdio, shell: process.platform === 'win32' });
  if (error) fail(`npm cannot be run: ${error.message}`);
  return status ?? 1;
}

function fail(message, status = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}

function needsInstall() {
  const installed = modifiedAt(join(ROOT, 'node_modules/.package-lock.json'));
  return !existsSync(NODE) || installed < modifiedAt(join(ROOT, 'package-lock.json'));
}

function needsBuild() {
  const built = modifiedAt(BUILT);
  const inputs = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'scripts/bundle'];
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
