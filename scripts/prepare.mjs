import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { install, isInstalled, modifiedAt } from './install.mjs';
import { fail, npm, ROOT } from './npm.mjs';

/*
 * What `npm run demo` and `npm test` have in common. Runs on any Node >= 20 without dependencies, because on a
 * fresh clone there are none; everything else runs on the Node that package.json pins.
 */

const BUILT = join(ROOT, 'dist/cli.js');
const { engines, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Installs and builds what is missing or out of date; ends the process with the step's exit code when one fails. */
export async function prepare() {
  const oldest = engines.node.replace('>=', '');
  if (major(process.versions.node) < major(oldest))
    fail(`Node ${oldest} or later is needed, with its npm; this is Node ${process.versions.node}.`);
  if (!isInstalled()) await install();
  if (needsBuild()) await npm('Building', ['run', '-s', 'build']);
}

/** Runs a program on the pinned Node, passing signals on, and ends as it ends. */
export function runToTheEnd(args) {
  const node = nodeToRunOn();
  const child = spawn(node, args, { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} cannot be run: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** The pinned Node; where the registry has none that runs here (musl, for one), the one we run on if it will do. */
function nodeToRunOn() {
  const pinned = Object.keys(optionalDependencies).map((name) =>
    join(ROOT, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
  );
  const found = pinned.find((path) => existsSync(path) && spawnSync(path, ['--version']).status === 0);
  if (found) return found;
  const [wanted] = Object.values(optionalDependencies);
  if (major(process.versions.node) >= major(wanted)) return process.execPath;
  return fail(
    `For ${process.platform} on ${process.arch} the npm registry has no Node that runs here: ` +
      `install Node ${major(wanted)} or later; this is Node ${process.versions.node}.`,
  );
}

const major = (version) => Number.parseInt(version, 10);

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
