import { type Check, errorText, type Finding } from '../../../common/index.js';
import type { Environment } from '../../../config/index.js';
import { storedSchema } from '../../../persistence/index.js';
import { faultFound, ok } from '../../faults.js';

/** The database as the next start will find it. Changes nothing. */
export const databaseCheck = (environment: Environment): Check => ({
  id: 'database',
  run: async () => [await findingOf(environment)],
});

async function findingOf(environment: Environment): Promise<Finding> {
  const name = environment.databaseUrl === undefined ? 'sqlite' : 'postgres';
  try {
    const { applied, expected } = await storedSchema(environment);
    if (applied === undefined || applied <= expected) return ok(`${name} can be read`);
    const message = `the schema of the database is ${applied}; this release has ${expected}`;
    return faultFound('other-schema', message, { state: 'failed' });
  } catch (error) {
    if (errorText(error).startsWith('there is no database')) return ok('the first start makes the database');
    return faultFound('database-unavailable', `${name} cannot be read: ${errorText(error)}`, {
      state: 'failed',
    });
  }
}
