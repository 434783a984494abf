import { type Check, errorText, type Finding } from '../../../common/index.js';
import type { Environment } from '../../../config/index.js';
import { DamagedDatabaseError, storedSchema } from '../../../persistence/index.js';
import { condition, ok } from '../../condition.js';

/** The database as the next start will find it. */
export const databaseCheck = (environment: Environment): Check => ({
  id: 'database',
  async run() {
    const isNamed = environment.problems?.some(({ path }) => path.startsWith('DATABASE_URL')) !== true;
    return isNamed ? [await findingOf(environment)] : [];
  },
});

async function findingOf(environment: Environment): Promise<Finding> {
  const name = environment.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
  try {
    const schema = await storedSchema(environment);
    if (!schema) return ok('no database yet: the first start creates it');
    const { applied, expected } = schema;
    if (applied === undefined || applied <= expected) return ok(`${name} can be read`);
    const message = `the database schema is ${applied}, and this release knows ${expected}`;
    return condition('other-schema', message, { state: 'failed' });
  } catch (error) {
    if (error instanceof DamagedDatabaseError)
      return condition('database-damaged', `${name} is damaged: ${error.found}`, { state: 'failed' });
    const why = errorText(error instanceof Error ? (error.cause ?? error) : error);
    return condition('database-unavailable', `${name} cannot be read: ${why}`, { state: 'failed' });
  }
}
