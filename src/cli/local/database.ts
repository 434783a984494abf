import type { Environment } from '../../config/index.js';
import type { TransferOptions, TransferProgress, TransferSummary } from '../../persistence/index.js';
import { CliFailure, EXIT } from '../failure.js';
import type { Step } from '../output/progress.js';
import { counted } from '../output/text.js';
import type { CliWorld } from '../world.js';
import type { Cli, OutputOptions } from '../cli.js';

/** Loaded by the commands that use the database directly; it prints nothing itself. */
export async function loadPersistence() {
  const { Logger } = await import('@nestjs/common');
  Logger.overrideLogger(false);
  return import('../../persistence/index.js');
}

/** The location of the database. @throws CliFailure when its environment variables are wrong */
export function databaseEnvironment(world: CliWorld): Environment {
  const environment = world.environment();
  const problem = environment.problems?.find(({ path }) => path.startsWith('DATABASE_URL'));
  if (problem) throw new CliFailure(`${problem.path}: ${problem.message}`);
  return environment;
}

/** A database in words for people; without its address, which may contain a password. */
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

interface Transfer<Summary extends TransferSummary> {
  readonly work: (options: Pick<TransferOptions, 'onProgress' | 'signal'>) => Promise<Summary>;
  /** The summary for people. */
  readonly success: (summary: Summary) => string;
}

/** Runs an export or import and shows its progress; Ctrl-C leaves nothing half done. */
export async function runTransfer<Summary extends TransferSummary>(
  cli: Cli,
  options: OutputOptions,
  { work, success }: Transfer<Summary>,
): Promise<void> {
  const signal = cli.world.interruption();
  const { progressOn } = await import('../output/progress.js');
  const view = options.json ? undefined : progressOn(cli.world.stdout);
  try {
    const summary = await work({ signal, ...(view && { onProgress: (rows) => view.at(stepOf(rows)) }) });
    if (view) view.succeed(success(summary));
    else cli.print(options, transferAnswer(summary), () => '');
  } catch (error) {
    view?.end();
    throw signal.aborted ? new CliFailure(NOTHING_LEFT, EXIT.interrupted) : error;
  }
}

const NOTHING_LEFT = 'interrupted: nothing was changed, and no partial data is left; run the command again';

/** A table that is done gets a line, unless it is empty. */
function stepOf({ isReadBack, table, tableDone, tableTotal, done, total }: TransferProgress): Step {
  if (isReadBack) return { name: `reading back ${table}`, done, total };
  const isDone = tableDone >= tableTotal && tableTotal > 0;
  return { name: table, done, total, line: isDone ? `${table}: ${counted(tableTotal, 'row')}` : undefined };
}
