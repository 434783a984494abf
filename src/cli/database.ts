import type { Environment } from '../config/index.js';
import type { TransferSummary } from '../persistence/index.js';
import { CliFailure } from './failure.js';
import type { CliWorld } from './world.js';

/** Loaded by the commands that work on the database themselves; nothing but their own words comes on the terminal. */
export async function loadPersistence() {
  const { Logger } = await import('@nestjs/common');
  Logger.overrideLogger(false);
  return import('../persistence/index.js');
}

/** Where the database is. @throws CliFailure when what the environment says of it is wrong */
export function databaseEnvironment(world: CliWorld): Environment {
  const environment = world.environment();
  const problem = environment.problems?.find(({ path }) => path.startsWith('DATABASE_URL'));
  if (problem) throw new CliFailure(`${problem.path}: ${problem.message}`);
  return environment;
}

/** A database in words for people; no address, it may hold a password. */
export const databaseName = (dialect: 'sqlite' | 'postgres'): string =>
  dialect === 'sqlite' ? 'SQLite (in the state directory)' : 'PostgreSQL (DATABASE_URL)';

/** What a machine is told of an export or import. */
export const transferAnswer = ({ file, migration, created_at, rows, tables }: TransferSummary) => ({
  file,
  migration,
  created_at,
  rows,
  tables: Object.fromEntries(tables.map((table) => [table.name, table.rows])),
});
