// `npm run mutate -- PATH...`: how many planted faults the tests of a folder or file of src see, by Stryker. The score of
// a module of scripts/mutation/modules.mjs goes into docs/tests.md. --force forgets earlier results; survivors are
// printed, and build/mutation has a page for each run. --share 0.2 tries a fifth of them, drawn by --seed.
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import setMemoryFolder, { teardown as removeMemoryFolder } from '../test/jest/memory-folder.mjs';
import { startPostgres } from '../test/support/postgres-server.ts';
import { vendor } from '../test/jest/vendor.mjs';
import { MODULES } from './mutation/modules.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = join(ROOT, 'build/mutation');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    force: { type: 'boolean' },
    concurrency: { type: 'string', default: '1' },
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const { share, seed } = values;
const isSample = Number(share) < 1;
Object.assign(process.env, { GATEHOUSE_MUTATION_SHARE: share, GATEHOUSE_MUTATION_SEED: seed });
// They ask for the share.
const [{ Results }, { writeRow }] = await Promise.all([
  import('./mutation/results.mjs'),
  import('./mutation/page.mjs'),
]);
const paths = positionals.map((path) => path.replace(/^src\/|\/$/g, ''));
const unknown = paths.filter((path) => !existsSync(join(ROOT, 'src', path)) || moduleOf(path) === undefined);
if (paths.length === 0 || unknown.length > 0) {
  console.error(
    `${unknown.length > 0 ? `Not in a measured module: ${unknown.join(', ')}.` : 'Usage: npm run mutate -- PATH...'}\n` +
      `The modules are ${Object.keys(MODULES).join(', ')} (scripts/mutation/modules.mjs).`,
  );
  process.exit(2);
}

process.chdir(ROOT);
mkdirSync(REPORTS, { recursive: true });
setMemoryFolder();
await vendor();
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mutation-'));
const postgres = await startPostgres();
Object.assign(process.env, {
  GATEHOUSE_MUTATION_BUILD: join(ROOT, 'build'),
  GATEHOUSE_TEST_POSTGRES: postgres.url,
  GATEHOUSE_TEST_FOLDER: mkdtempSync(join(tmpdir(), 'gatehouse-test-')),
});
// Also when a run is interrupted, which keeps its results so far.
process.once('exit', () => {
  for (const each of [folder, process.env.GATEHOUSE_TEST_FOLDER])
    rmSync(each, { recursive: true, force: true });
  removeMemoryFolder();
});
for (const path of paths) await measure(path);
await postgres.remove();

function moduleOf(path) {
  return Object.keys(MODULES).find((name) => `${path}/`.startsWith(`${name}/`));
}

async function measure(path) {
  const module = moduleOf(path);
  // One incremental file a module, also for a single file of it.
  const name = module.replaceAll('/', '_');
  const report = join(REPORTS, isSample ? `${name}.sample` : name);
  const medium = MODULES[module].map((name) => `<rootDir>/test/medium/${name}.spec.ts`);
  Object.assign(process.env, {
    GATEHOUSE_MUTATION_SPECS: JSON.stringify([`<rootDir>/src/${module}/**/*.spec.ts`, ...medium]),
    GATEHOUSE_MUTATION_TESTS: join(folder, `${name}.tests.json`),
  });
  await new Stryker(options(path, report)).runMutationTest();
  const results = new Results(`${report}.json`, path);
  console.log(results.survivorsAsText());
  console.log(results.scoreAsText());
  if (path === module) await writeRow(module, results, isSample ? `, ${100 * share} % drawn by ${seed}` : '');
}

function options(path, report) {
  return {
    mutate: sourcesOf(path),
    testRunner: 'loaded-files',
    plugins: [join(ROOT, 'scripts/mutation/plugin.mjs')],
    ignorers: ['not-mutated'],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'],
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: `${report}.json`,
    // What another seed has not drawn has no result.
    force: isSample || (values.force ?? false),
    reporters: ['html', 'progress-append-only'],
    htmlReporter: { fileName: `${report}.html` },
    concurrency: Number(values.concurrency),

    // A test that waits for what a mutant never does has seen it; a busy machine is slower than the dry run.
    timeoutMS: 30_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 20,
    tempDirName: folder,
    cleanTempDir: 'always',
    ignorePatterns: ['/build', '/dist', '/bench', '/site', '/deploy'],
    allowEmpty: true,
    // Its comment would change vendor.mjs, and with that the name of its bundle; swc checks no types.
    disableTypeChecks: false,
    logLevel: 'warn',
  };
}

/** Types alone have no mutants, so that a folder may hold them. */
function sourcesOf(path) {
  const full = join('src', path);
  if (statSync(full).isFile()) return [full];
  return globSync(join(full, '**/*.ts')).filter((file) => !/\.(spec|generated\.d)\.ts$/.test(file));
}
