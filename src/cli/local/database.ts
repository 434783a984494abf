import type { Environment } from '../../config/index.js';
import type { TransferOptions, TransferSummary } from '../../persistence/index.js';
import { CliFailure } from '../failure.js';
import type { CliWorld } from '../world.js';
import type { Cli, OutputOptions } from '../cli.js';

/** Loaded by the commands that work on the database themselves; nothing but their own words comes on the terminal. */
export async function loadPersistence() {
  const { Logger } = await import('@nestjs/common');
  Logger.overrideLogger(false);
  return import('../../persistence/index.js');
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

/** The JSON of an export or import. */
export const transferAnswer = ({ file, migration, created_at, rows, tables }: TransferSummary) => ({
  file,
  migration,
  created_at,
  rows,
  tables: Object.fromEntries(tables.map((table) => [table.name, table.rows])),
});

interface Transfer {
  readonly work: (options: Pick<TransferOptions, 'onProgress' | 'signal'>) => Promise<TransferSummary>;
  /** For people, once it is done. */
  readonly success: (summary: TransferSummary) => string;
}

/** Does an export or import, showing how far it is; Ctrl-C leaves nothing half done. */
export async function runTransfer(
  cli: Cli,
  options: OutputOptions,
  { work, success }: Transfer,
): Promise<void> {
  const signal = cli.world.interruption();
  const { transferView } = await import('../output/transfer-view.js');
  const view = options.json ? undefined : transferView(cli.world.stdout);
  try {
    const summary = await work({ signal, ...(view && { onProgress: view.onProgress }) });
    if (view) view.succeed(success(summary));
    else cli.print(options, transferAnswer(summary), () => '');
  } catch (error) {
    view?.clear();
    throw signal.aborted ? new CliFailure('interrupted: nothing was done') : error;
  }
}
