import { existsSync, symlinkSync } from 'node:fs';

// Runs in Stryker's copy of the repository, which shares the bundle of packages with it.
if (!existsSync('build')) symlinkSync(process.env.GATEHOUSE_MUTATION_BUILD, 'build');
const { base } = await import('../../jest.config.mjs');

/** As the unit specs; `npm run mutate` starts PostgreSQL for those of the medium level itself. */
export default {
  ...base,
  testEnvironment: '<rootDir>/scripts/mutation/environment.mjs',
};
