import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { withTimeout } from '../../common/index.js';
import {
  Database,
  type EndHooks,
  hooking,
  refuseEnded,
  refuseNesting,
  runUnit,
  type TransactionOptions,
  type Tx,
  WriteHealth,
} from '../database/database.js';
import { DatabaseUnavailableError } from '../database/database-unavailable.error.js';
import type { Schema } from '../schema/schema.js';
import { kyselyOnPool, kyselyWithin } from './direct-kysely.js';
import { type GuardedClient, type GuardedPool, guardedPool } from './guarded-client.js';
import { isDeadlock } from './is-unavailable.js';
import { migratePostgres } from './migrate-postgres.js';
import { openJobPool, openReadPool, openWritePool } from './pools.js';

/** Maximum runs of a unit that the server aborts to end a deadlock. */
const MOST_RUNS = 4;
const PING_TIMEOUT_MS = 2_000;

interface PostgresTx extends Tx {
  readonly client: GuardedClient;
  readonly hooks: EndHooks;
  kysely: Kysely<Schema>;
  isOver: boolean;
}

/** A PostgreSQL server, shared with other replicas. READ COMMITTED; stricter needs use `lockScope` or lanes. */
export class PostgresDatabase extends Database {
  override readonly dialect = 'postgres';
  private readonly writePool: pg.Pool;
  private readonly readPool: pg.Pool;
  private readonly writes: GuardedPool;
  private readonly reads: Kysely<Schema>;
  private readonly health = new WriteHealth();

  private constructor(private readonly url: string) {
    super();
    this.writePool = openWritePool(url);
    this.readPool = openReadPool(url);
    this.writes = guardedPool(this.writePool);
    this.reads = kyselyOnPool(guardedPool(this.readPool));
  }

  /**
   * Brings the schema up to date and opens it. Any number of replicas may call it at once.
   * @param url `postgres://…`
   * @throws DatabaseUnavailableError
   */
  static async open(url: string): Promise<PostgresDatabase> {
    await migratePostgres(url);
    return new PostgresDatabase(url);
  }

  /** Connections for graphile-worker, which brings its own SQL; the caller ends them. */
  openJobPool(): pg.Pool {
    return openJobPool(this.url);
  }

  override on(tx?: Tx): Kysely<Schema> {
    if (!tx) return this.reads;
    const running = tx as PostgresTx;
    refuseEnded(running);
    return running.kysely;
  }

  override async transaction<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    refuseNesting();
    for (let run = 1; ; run++) {
      try {
        return await this.runOnce(work, options);
      } catch (error) {
        this.health.ended(error);
        if (!isDeadlock(error) || run >= MOST_RUNS) throw error;
      }
    }
  }

  override async lockScope(tx: Tx, scope: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${scope}, 0))`.execute(this.on(tx));
  }

  /** A transaction locks a table before it takes a number, and until its changes are visible or gone. */
  override async writersOf(tables: readonly (keyof Schema)[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ id: string }>`
      select distinct virtualtransaction as id from pg_locks
      where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
      and relation in (${sql.join(tables.map((table) => sql`${table}::text::regclass`))})
    `.execute(this.reads);
    return new Set(rows.map(({ id }) => id));
  }

  override async ping(): Promise<void> {
    const answer = sql`select 1`.execute(this.reads).then(() => this.health.check(this));
    await withTimeout(answer, PING_TIMEOUT_MS, () => {
      throw new DatabaseUnavailableError('no answer');
    });
  }

  /** The server's own files are its administrator's: VACUUM frees the rows for others, its log and backups keep them. */
  override expunge(): Promise<void> {
    return Promise.resolve();
  }

  override async close(): Promise<void> {
    await Promise.all([this.writePool.end(), this.readPool.end()]);
  }

  private async runOnce<T>(
    work: (tx: Tx) => Promise<T>,
    { mayBeLost = false, isBatch = false }: TransactionOptions,
  ): Promise<T> {
    const tx = await this.begin(isBatch);
    if (mayBeLost) tx.client.commitUnsynced();
    let isCommitted = false;
    try {
      const value = await this.attempt(tx, work, isBatch);
      isCommitted = true;
      return value;
    } finally {
      for (const hook of tx.hooks) hook(isCommitted);
    }
  }

  private async begin(isWhole: boolean): Promise<PostgresTx> {
    const client = await this.writes.connect();
    client.begin({ isWhole });
    const hooks: EndHooks = [];
    const tx = { client, hooks, isOver: false, ...hooking(hooks) } as PostgresTx;
    tx.kysely = kyselyWithin(tx);
    return tx;
  }

  private async attempt<T>(tx: PostgresTx, work: (tx: Tx) => Promise<T>, isBatch: boolean): Promise<T> {
    try {
      const working = runUnit(() => work(tx));
      return await (isBatch ? this.commitIssued(tx, working) : this.commitDone(tx, working));
    } catch (error) {
      tx.isOver = true;
      // A lost connection has nothing to roll back.
      await tx.client.rollback().catch(() => undefined);
      throw error;
    } finally {
      tx.client.release();
    }
  }

  private async commitDone<T>(tx: PostgresTx, working: Promise<T>): Promise<T> {
    const value = await working;
    await this.commit(tx);
    return value;
  }

  /** Commits once the work has issued its statements; their answers come with the commit's. */
  private async commitIssued<T>(tx: PostgresTx, working: Promise<T>): Promise<T> {
    const issued = new Promise<boolean>((resolve) => process.nextTick(resolve, true));
    const succeeds = working.then(
      () => true,
      () => false,
    );
    const isWanted = await Promise.race([succeeds, issued]);
    const [worked, ended] = await Promise.allSettled([working, isWanted ? this.commit(tx) : undefined]);
    // The error of a statement in the words of its repository comes first.
    if (worked.status === 'rejected') throw worked.reason;
    if (ended.status === 'rejected') throw ended.reason;
    return worked.value;
  }

  private async commit(tx: PostgresTx): Promise<void> {
    tx.isOver = true;
    const { command } = await tx.client.commit();
    // One that had nothing to send does not show that others can write.
    if (command !== '') this.health.ended();
    // A statement failed, but the work treated it as a success.
    if (command === 'ROLLBACK') throw new Error('the transaction failed before the commit');
  }
}
