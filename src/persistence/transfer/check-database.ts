import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../config/index.js';

export interface DatabaseCheck {
  readonly dialect: 'sqlite' | 'postgres';
  /** The damage, in words for the operator; empty = none was found. */
  readonly problems: readonly string[];
}

/** Problems that are told; more say no more. */
const MOST_PROBLEMS = 20;

/**
 * Looks for damage in the configured database and changes nothing; PostgreSQL looks after its own. Beside a running
 * gateway the write-ahead log, which it is writing, is left out. @throws DatabaseUnavailableError
 */
export async function checkDatabase({ databaseUrl, stateDir }: Environment): Promise<DatabaseCheck> {
  if (databaseUrl === undefined)
    return { dialect: 'sqlite', problems: await checkFile(join(stateDir, 'gatehouse.db')) };
  const { awaitPostgres } = await import('../postgres/await-postgres.js');
  await awaitPostgres(databaseUrl, { forMs: 0 });
  return { dialect: 'postgres', problems: [] };
}

async function checkFile(file: string): Promise<string[]> {
  if (!existsSync(file)) return [`there is no database ${file}`];
  const [{ isInUse }, { walDamage, damageText }, { default: SqliteHandle }] = await Promise.all([
    import('../sqlite/instance-lock.js'),
    import('../sqlite/write-ahead-log.js'),
    import('better-sqlite3'),
  ]);
  const damage = isInUse(`${file}.lock`) ? undefined : walDamage(`${file}-wal`);
  // To open the file would take in the log as far as it goes, and let go of the rest.
  if (damage) return [damageText(damage)];
  const handle = new SqliteHandle(file, { fileMustExist: true, timeout: 5_000 });
  try {
    handle.pragma('query_only = ON');
    const found = handle.pragma(`integrity_check(${MOST_PROBLEMS})`) as { integrity_check: string }[];
    return found.map(({ integrity_check }) => integrity_check).filter((each) => each !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    handle.close();
  }
}
