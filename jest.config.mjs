import { availableParallelism } from 'node:os';
import { settleSlowness, WORKERS_PER_CORE } from './test/jest/slowness.ts';
import { vendor } from './test/jest/vendor.mjs';

const slowness = settleSlowness();
// Standard output may be a report for a machine.
if (slowness > 1)
  console.error(
    `Time limits × ${slowness}: this machine is slow or busy (GATEHOUSE_TEST_SLOWNESS, CONTRIBUTING.md).`,
  );

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

export const base = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/test/jest/patient-environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': swc },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The example imports it like any plugin.
    '^gatehouse/plugin$': '<rootDir>/src/plugins/published',
    ...(await vendor()),
  },
  // Ignored, because its package.json has the same name as the repository's.
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  setupFiles: [
    'reflect-metadata',
    '<rootDir>/test/jest/quiet-logs.mjs',
    '<rootDir>/test/jest/nest-first.mjs',
  ],
};

const project = (displayName, testMatch, more = {}) => ({ ...base, displayName, testMatch, ...more });

/** For levels that use nothing of Nest, which each file would otherwise load for nothing. */
const withoutNest = { setupFiles: [] };

/** A real PostgreSQL from npm, for the levels that need one. */
const withPostgres = {
  globalSetup: '<rootDir>/test/jest/global-postgres.mjs',
  globalTeardown: '<rootDir>/test/jest/global-postgres-end.mjs',
};

/** The program in the form in which it is installed in production. */
const withProgram = {
  globalSetup: '<rootDir>/test/jest/global-install.mjs',
  globalTeardown: '<rootDir>/test/jest/global-install-end.mjs',
};

/** One project per level (STYLE 24); `npm test` runs all of them, with e2e on the built program. */
export default {
  // Three times what the longest test needs on a quiet machine; longer on a slow one (patient-environment.mjs).
  testTimeout: 60_000,
  // Runs after those of the projects, so that their servers and programs stay on the disk.
  globalSetup: '<rootDir>/test/jest/memory-folder.mjs',
  globalTeardown: '<rootDir>/test/jest/memory-folder-end.mjs',
  reporters: ['default', '<rootDir>/test/jest/start-news.mjs'],
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  // Jest frees little of a finished file, and a worker that has run a hundred of them spends its time collecting
  // garbage.
  workerIdleMemoryLimit: '600MB',
  maxWorkers: Math.ceil(availableParallelism() * WORKERS_PER_CORE),
  projects: [
    project('unit', ['<rootDir>/src/**/*.spec.ts']),
    project('unit', ['<rootDir>/{simulators,scripts,test/jest,test/support}/**/*.spec.ts'], withoutNest),
    project('contract', ['<rootDir>/test/contract/**/*.spec.ts']),
    project('medium', ['<rootDir>/test/medium/**/*.spec.ts'], withPostgres),
    project('architecture', ['<rootDir>/test/architecture/**/*.spec.ts']),
    project('e2e', ['<rootDir>/test/e2e/**/*.spec.ts'], withProgram),
  ],
};
