import SqliteHandle from 'better-sqlite3';
import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  type DialectAdapter,
  Kysely,
  type QueryCompiler,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { refuseEnded } from '../database/database.js';
import type { Schema } from '../schema/schema.js';
import type { LogSync } from './log-sync.js';

/**
 * Pages in the write-ahead log (16 MB) before SQLite itself copies them into the file, while everything waits. A running
 * gateway has a checkpointer for it (ADR 0063).
 */
const CHECKPOINT_PAGES = 4_000;

/** The size of a connection's page cache, KB; half of SQLite's default (ADR 0061). */
const CACHE_KB = 8_000;
/**
 * The page cache of the second connection, KB. SQLite empties it whenever the writing connection has committed, so more
 * than a few reads need would only be a burst of memory that malloc then keeps (ADR 0065).
 */
const BESIDE_CACHE_KB = 1_000;

/** A connection to the embedded database: write-ahead log, every commit on disk before it counts. */
export function openFile(file: string): SqliteHandle.Database {
  const handle = new SqliteHandle(file);
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.pragma(`cache_size = -${CACHE_KB}`);
  handle.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  handle.pragma('foreign_keys = ON');
  // Waiting here would block the whole program; the group commit waits beside it.
  handle.pragma('busy_timeout = 50');
  // Deleted rows, which contain messages, are overwritten and not only marked free.
  handle.pragma('secure_delete = ON');
  return handle;
}

/** For migrations and transfers, which use transactions of their own; destroying it closes the connection. */
export function kyselyOn(handle: SqliteHandle.Database): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PlanKeepingDialect({ database: withStatementCache(handle) }) });
}

/** Makes the Kysely of a unit, which writes within the open transaction of the connection until the unit is over. */
export function kyselyWithin(
  writer: SqliteHandle.Database,
): (unit: { readonly isOver: boolean }) => Kysely<Schema> {
  const direct = kyselyDirect(withStatementCache(writer));
  return (unit) => direct(() => refuseEnded(unit));
}

/**
 * Reads committed data that is on disk: on the writing connection, which has the pages cached, and while a transaction
 * is open there on the second one, which must read changed pages again.
 */
export function kyselyOnCommitted(
  writer: SqliteHandle.Database,
  beside: SqliteHandle.Database,
  log: Pick<LogSync, 'underWay'>,
): Kysely<Schema> {
  beside.pragma(`cache_size = -${BESIDE_CACHE_KB}`);
  const [near, far] = [withStatementCache(writer), withStatementCache(beside)];
  const database: SqliteDatabase = {
    close: () => far.close(),
    prepare: (sql) => (writer.inTransaction ? far : near).prepare(sql),
  };
  return kyselyDirect(database)(() => log.underWay);
}

/**
 * SQLite plans a statement again for each value that is compared with a parameter, in case the value suggests another
 * plan; that costs ten times the run of most of our statements. A parameter with a sign before it is not examined. So a
 * value that the plan depends on, for a partial index, is written as a literal.
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

/** The rows of a change. */
const NONE: never[] = [];

/** Returns the promise to await before a statement may run, or throws. */
type Wait = () => Promise<void> | undefined;

/**
 * Prepares and runs a statement synchronously. Kysely's own path to a connection, made for pools and servers, takes
 * some thirty promises, which cost more than most statements do.
 */
class DirectExecutor extends DefaultQueryExecutor {
  constructor(
    { compiler, adapter, provider }: Shared,
    private readonly database: SqliteDatabase,
    private readonly wait: Wait,
  ) {
    super(compiler, adapter, provider);
  }

  override async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const wait = this.wait();
    if (wait) await wait;
    const statement = this.database.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: NONE };
  }
}

/** What all executors of a connection have. */
interface Shared {
  readonly compiler: QueryCompiler;
  readonly adapter: DialectAdapter;
  readonly provider: ConnectionProvider;
}

/** The owner of the handle closes the connection. */
function kyselyDirect(database: SqliteDatabase): (wait: Wait) => Kysely<Schema> {
  const dialect = new PlanKeepingDialect({ database });
  const shared: Shared = {
    compiler: dialect.createQueryCompiler(),
    adapter: dialect.createAdapter(),
    provider: new Kysely<Schema>({ dialect }).getExecutor(),
  };
  const driver = dialect.createDriver();
  return (wait) => {
    const executor = new DirectExecutor(shared, database, wait);
    return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor });
  };
}

const MAX_STATEMENTS = 500;

/**
 * Kysely prepares each statement again, which costs more than running most of ours. This keeps the last {@link
 * MAX_STATEMENTS} prepared ones, by their text.
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
