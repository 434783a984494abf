import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endOf, endWith } from './child.mjs';
import { install, modifiedAt } from './install.mjs';
import { ROOT } from './npm.mjs';
import { major, nodeToRunOn } from './pinned-node.mjs';
import { during, fail, sayLinesOf } from './progress.mjs';

/*
 * The common steps of `npm run demo`, `npm test` and `npm run build`. They run on any Node >= 20 without dependencies,
 * because a fresh clone has none; everything else runs on the Node that package.json pins.
 */

const BUILT = join(ROOT, 'dist/cli.js');
const COMPILED = join(ROOT, 'build/src/cli.js');
const SIMULATORS = join(ROOT, 'build/simulators');
/** The simulators first: the program is compiled against their declarations. */
const COMPILE = [
  [
    'compiling the simulators',
    ['node_modules/typescript/bin/tsc', '--project', 'simulators/tsconfig.build.json'],
  ],
  ['compiling the program', ['node_modules/@nestjs/cli/bin/nest.js', 'build']],
];
const BUNDLE = ['bundling it with its packages', ['scripts/bundle/bundle.mjs']];
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
 * @param isForBuild installs only the packages that the build needs
 */
export async function prepare({ isForced = false, isForBuild = false } = {}) {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  if (major(process.versions.node) < major(oldest))
    fail(`Node ${oldest} or later is needed, with its npm; this is Node ${process.versions.node}.`);
  await install({ isForBuild });
  if (isForced || needsBuild()) await compile('Building', [...COMPILE, BUNDLE]);
}

/**
 * Runs a program on the pinned Node, forwarding signals, and exits with its result.
 * @param leftBehind words about what an interruption leaves; undefined for a program that says so itself
 * @param stdio with `ipc` for a program that sends news
 * @returns the program's process
 */
export function runToTheEnd(args, leftBehind, stdio = 'inherit') {
  const child = spawn(nodeToRunOn(), args, { cwd: ROOT, stdio });
  endWith(child, leftBehind);
  return child;
}

/** Compiles `src` and `simulators` into `build` after a change; `dist` stays unchanged. */
export async function compileIfStale() {
  const compiled = modifiedAt(COMPILED);
  if (COMPILED_FROM.every((path) => newestIn(join(ROOT, path)) <= compiled)) return;
  await compile('Compiling', COMPILE);
}

async function compile(title, steps) {
  // Nest empties its own folder; this removes outputs of deleted sources here too.
  rmSync(SIMULATORS, { recursive: true, force: true });
  for (const [at, [name, args]] of steps.entries())
    await during(
      `${title}, step ${at + 1} of ${steps.length}: ${name}`,
      () => run(args),
      () => ({ done: at, of: steps.length, noun: 'steps done' }),
    );
}

async function run(step) {
  const child = spawn(nodeToRunOn(), step, { cwd: ROOT, stdio: ['inherit', 'pipe', 'pipe'] });
  sayLinesOf(child.stdout);
  sayLinesOf(child.stderr);
  const forget = () => {
    // A bundle that is half written would pass for a new one.
    if (step === BUNDLE[1]) rmSync(BUILT, { force: true });
  };
  const status = await endOf(child, () => {
    forget();
    return 'the build is not complete; the same command builds again.';
  });
  if (status === 0) return;
  forget();
  fail(`Building failed: ${step.join(' ')} ended with ${status}; why is said above.`, status);
}

function needsBuild() {
  const built = modifiedAt(BUILT);
  const bundled = [
    'console',
    'extensions',
    'scripts/bundle',
    'CHANGELOG.md',
    'deploy',
    'docs/guide',
    'docs/operations',
    'docs/reference',
  ];
  return [...COMPILED_FROM, ...bundled].some((path) => newestIn(join(ROOT, path)) > built);
}

/** The time of the latest change of a file, or below a folder; a folder's own time reveals deleted files. */
function newestIn(path) {
  const own = modifiedAt(path);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
