/*
 * `npm test [-- jest arguments]`, from a fresh clone: the tests of every day, or those that the arguments name.
 * `npm run test:all`, `npm run test:rest`, `npm run test:night`: see test/jest/runs.ts.
 */
import { prepare, runToTheEnd } from './prepare.mjs';
import { during } from './progress.mjs';
import { runFor } from './test-run.mjs';

const { run, args } = runFor(process.argv.slice(2));
await prepare();
process.env.GATEHOUSE_TEST_RUN = run;
const jest = runToTheEnd(
  [
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...args,
  ],
  'the tests that have not run say nothing; the same command runs all of them again.',
  ['inherit', 'inherit', 'inherit', 'ipc'],
);
let at = 'reading the configuration of the tests';
// Until Jest has something to show: off a terminal that is its first file's end (test/jest/start-news.mjs).
const begun = new Promise((resolve) => {
  jest.once('exit', resolve).on('message', (news) => {
    if (news.isOver) resolve();
    at = news.at;
  });
});
await during(
  'Starting the tests',
  () => begun,
  () => ({ at }),
);
