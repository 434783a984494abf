import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { install, modifiedAt } from './install.mjs';
import { fail, ROOT, say } from './npm.mjs';
import { major, nodeToRunOn } from './pinned-node.mjs';

/*
 * The common steps of `npm run demo`, `npm test` and `npm run build`. They run on any Node >= 20 without dependencies,
 * because a fresh clone has none; everything else runs on the Node that package.json pins.
 */

const BUILT = join(ROOT, 'dist/cli.js');
const COMPILED = join(ROOT, 'build/src/cli.js');
const SIMULATORS = join(ROOT, 'build/simulators');
/** The simulators first: the program is compiled against their declarations. */
const COMPILE = [
  ['node_modules/typescript/bin/tsc', '--project', 'simulators/tsconfig.build.json'],
  ['node_modules/@nestjs/cli/bin/nest.js', 'build'],
];
const COMPILED_FROM = [
  'src',
  'simulators',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
];

/**
 * Installs missing or outdated packages, and builds; ends the process with the exit code of a failed step.
 * @param isForced builds also without a change since the last build
 */
export async function prepare({ isForced = false } = {}) {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  if (major(process.versions.node) < major(oldest))
    fail(`Node ${oldest} or later is needed, with its npm; this is Node ${process.versions.node}.`);
  await install();
  if (isForced || needsBuild()) build();
}

/** Runs a program on the pinned Node, forwarding signals, and exits with its result. */
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

function build() {
  say('> Building');
  compile();
  run(['scripts/bundle/bundle.mjs']);
}

/** Compiles `src` and `simulators` into `build` after a change; `dist` stays unchanged. */
export function compileIfStale() {
  const compiled = modifiedAt(COMPILED);
  if (COMPILED_FROM.every((path) => newestIn(join(ROOT, path)) <= compiled)) return;
  say('> Compiling');
  compile();
}

function compile() {
  // Nest empties its own folder; this removes outputs of deleted sources here too.
  rmSync(SIMULATORS, { recursive: true, force: true });
  for (const step of COMPILE) run(step);
}

function run(step) {
  // Standard output belongs to the program that follows.
  const { status } = spawnSync(nodeToRunOn(), step, { cwd: ROOT, stdio: ['inherit', 2, 'inherit'] });
  if (status !== 0)
    fail(`Building failed: ${step.join(' ')} ended with ${status}; why is said above.`, status ?? 1);
}

function needsBuild() {
  const built = modifiedAt(BUILT);
  return [...COMPILED_FROM, 'extensions', 'scripts/bundle'].some(
    (path) => newestIn(join(ROOT, path)) > built,
  );
}

/** The time of the latest change of a file, or below a folder; a folder's own time reveals deleted files. */
function newestIn(path) {
  const own = modifiedAt(path);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
