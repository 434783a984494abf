import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { NIGHT_ENV, PARTS, runOf } from './test/jest/runs.ts';
import { settleSlowness, WORKERS_PER_CORE } from './test/jest/slowness.ts';
import { vendor } from './test/jest/vendor.mjs';

const slowness = settleSlowness();
// Standard output may be a report for a machine.
if (slowness > 1)
  console.error(
    `Time limits × ${slowness}: this machine is slow or busy (GATEHOUSE_TEST_SLOWNESS, CONTRIBUTING.md).`,
  );

/** @param more what a transform of SWC does besides */
const swc = (tsx, more) => [
  '<rootDir>/test/jest/past-barrels.ts',
  {
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, ...more },
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

export const base = {
  rootDir: import.meta.dirname,
  // One for all projects and runs, which then share what has been compiled: by default each has its own.
  id: createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 16),
  testEnvironment: '<rootDir>/test/jest/patient-environment.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.ts$': swc(false),
    '^.+\\.tsx$': swc(true, { react: { runtime: 'automatic', importSource: 'preact' } }),
  },
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
  setupFilesAfterEnv: ['<rootDir>/test/jest/equal-bytes.mjs'],
};

const run = runOf();
const isNight = run === 'night';
if (isNight) Object.assign(process.env, NIGHT_ENV, { ...process.env });

/** What a level needs beside its files. */
const MORE = {
  // A real PostgreSQL from npm, where one is asked for.
  medium: ({ databases }) => ({
    ...globalSetup(databases.includes('PostgreSQL') ? 'global-postgres' : 'global-sqlite'),
    globals: { gatehouseDatabases: databases },
  }),
  // The program in the form in which it is installed in production.
  e2e: () => globalSetup('global-install'),
};

function globalSetup(name) {
  const file = `<rootDir>/test/jest/${name}`;
  return { globalSetup: `${file}.mjs`, globalTeardown: `${file}-end.mjs` };
}

const project = (part) => ({
  ...base,
  displayName: part.level,
  testMatch: part.files,
  ...(part.isWithoutNest && { setupFiles: [] }),
  ...MORE[part.level]?.(part),
});

/** One project per level (STYLE 24), or for a part of one (test/jest/runs.ts). */
export default {
  // Three times what the longest test needs on a quiet machine; longer on a slow one (patient-environment.mjs).
  testTimeout: isNight ? 900_000 : 60_000,
  // Runs after those of the projects, so that their servers and programs stay on the disk.
  globalSetup: '<rootDir>/test/jest/memory-folder.mjs',
  globalTeardown: '<rootDir>/test/jest/memory-folder-end.mjs',
  reporters: ['default', '<rootDir>/test/jest/start-news.mjs'],
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  // Jest frees little of a finished file, and a worker that has run a hundred of them spends its time collecting
  // garbage.
  workerIdleMemoryLimit: '600MB',
  // A test of the night is busy enough by itself.
  maxWorkers: isNight ? 1 : Math.ceil(availableParallelism() * WORKERS_PER_CORE),
  projects: PARTS[run].map(project),
};
