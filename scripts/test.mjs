// `npm test [-- jest arguments]`: all tests, from a fresh clone.
import { prepare, runToTheEnd } from './prepare.mjs';

await prepare();
runToTheEnd(
  [
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ],
  'the tests that have not run say nothing; the same command runs all of them again.',
);
