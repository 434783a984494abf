import SqliteHandle from 'better-sqlite3';
import {
  type CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  type QueryCompiler,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import type { Schema } from '../schema/schema.js';
import type { LogSync } from './log-sync.js';

/**
 * Pages in the write-ahead log before they are brought into the file, with two more fsyncs, while everyone waits:
 * 16 MB. A message writes about fifty, most of them the same as the message before.
 */
const CHECKPOINT_PAGES = 4_000;

/** A connection to the embedded database: write-ahead log, every commit on disk before it counts. */
export function openFile(file: string): SqliteHandle.Database {
  const handle = new SqliteHandle(file);
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  handle.pragma('foreign_keys = ON');
  // Waiting here would stop the whole program; the group commit waits beside it.
  handle.pragma('busy_timeout = 50');
  // Deleted rows, which hold people's words, are overwritten and not only forgotten.
  handle.pragma('secure_delete = ON');
  return handle;
}

/** For migrations and transfers, which make transactions of their own; destroying it closes the connection. */
export function kyselyOn(handle: SqliteHandle.Database): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PlanKeepingDialect({ database: withStatementCache(handle) }) });
}

/** Writes within the transaction that is open on the connection. */
export function kyselyWithin(writer: SqliteHandle.Database): Kysely<Schema> {
  return kyselyDirect(withStatementCache(writer));
}

/**
 * Reads what is committed and on disk: on the writing connection, which has the pages at hand, and while a transaction
 * is open there on the one beside it, which must read anew what was written since.
 */
export function kyselyOnCommitted(
  writer: SqliteHandle.Database,
  beside: SqliteHandle.Database,
  log: Pick<LogSync, 'underWay'>,
): Kysely<Schema> {
  const [near, far] = [withStatementCache(writer), withStatementCache(beside)];
  const database: SqliteDatabase = {
    close: () => far.close(),
    prepare: (sql) => (writer.inTransaction ? far : near).prepare(sql),
  };
  return kyselyDirect(database, () => log.underWay);
}

/**
 * SQLite plans a statement anew for each value that is compared with a parameter, lest the value suggests another
 * plan; that costs ten times what most of ours cost to run. Of a parameter with a sign before it it asks nothing. So a
 * value that must be known to the plan, for an index of a part of a table, is written as a literal.
 */
class PlanKeepingCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class PlanKeepingDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new PlanKeepingCompiler();
  }
}

/** Gives what is to be waited for before a statement may run. */
type Wait = () => Promise<void> | undefined;

/**
 * Runs a statement in the breath in which it prepares it. The way to a connection of Kysely's own, made for pools and
 * servers, takes some thirty promises, which cost more than most statements do.
 */
class DirectExecutor extends DefaultQueryExecutor {
  constructor(
    dialect: SqliteDialect,
    whole: Kysely<Schema>,
    private readonly database: SqliteDatabase,
    private readonly wait: Wait,
  ) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), whole.getExecutor());
  }

  override async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const wait = this.wait();
    if (wait) await wait;
    const statement = this.database.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }
}

/** Its owner closes the connection. */
function kyselyDirect(database: SqliteDatabase, wait: Wait = () => undefined): Kysely<Schema> {
  const dialect = new PlanKeepingDialect({ database });
  const whole = new Kysely<Schema>({ dialect });
  const executor = new DirectExecutor(dialect, whole, database, wait);
  return new Kysely<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
}

const MAX_STATEMENTS = 500;

/**
 * Kysely prepares each statement anew; preparing costs more than running most of ours. This keeps the last
 * {@link MAX_STATEMENTS} prepared ones, by their text.
 */
export function withStatementCache(database: SqliteHandle.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => void database.close(),
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      const made = database.prepare(sql) as unknown as SqliteStatement;
      if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, made);
      return made;
    },
  };
}
