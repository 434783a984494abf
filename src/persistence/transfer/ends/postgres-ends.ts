import { setTimeout as delay } from 'node:timers/promises';
import { type ControlledTransaction, Kysely, PostgresDialect, sql } from 'kysely';
import { kyselyPool } from '../../postgres/guarded-client.js';
import { migratePostgres } from '../../postgres/migrate-postgres.js';
import { openTransferPool } from '../../postgres/pools.js';
import type { Schema } from '../../schema/schema.js';
import { countRows, type TableShape } from '../tables.js';
import { TransferError } from '../transfer.error.js';
import {
  type Cell,
  type Cells,
  type FileBeside,
  rowsAtOnce,
  type TransferSource,
  type TransferTarget,
} from './transfer-ends.js';

/** The server may report a gateway that has just been stopped for a little longer: maximum checks, 100 ms apart. */
const LOOKS = 20;

/** Reads while gateways run: one REPEATABLE READ transaction. */
export class PostgresSource implements TransferSource {
  readonly dialect = 'postgres';

  private constructor(
    private readonly kysely: Kysely<Schema>,
    readonly db: ControlledTransaction<Schema>,
  ) {}

  /** @throws DatabaseUnavailableError */
  static async open(url: string): Promise<PostgresSource> {
    const kysely = connect(url);
    const start = kysely.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return start.execute().then(
      (db) => new PostgresSource(kysely, db),
      (error: unknown) => hangUp(kysely, error),
    );
  }

  async lastValue(name: string, column: string): Promise<number> {
    const { rows } = await sql<{ last: number | null }>`
      select pg_sequence_last_value(pg_get_serial_sequence(${name}, ${column})::regclass) as last
    `.execute(this.db);
    return rows[0]?.last ?? 0;
  }

  count(table: string): Promise<number> {
    return countRows(this.db, table);
  }

  rows(table: TableShape): AsyncGenerator<Cells[]> {
    return rowsOf(this.db, table);
  }

  /** Every file is stored as rows. */
  filesBeside(): readonly FileBeside[] {
    return [];
  }

  async close(): Promise<void> {
    await this.db
      .rollback()
      .execute()
      .catch(() => undefined);
    await this.kysely.destroy();
  }
}

/** Reads by a cursor of the transaction. */
async function* rowsOf(db: Kysely<Schema>, table: TableShape): AsyncGenerator<Cells[]> {
  const { name, columns } = table;
  const atOnce = rowsAtOnce(table);
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare export no scroll cursor for select ${list} from ${sql.table(name)}`.execute(db);
  for (;;) {
    const next = sql<Record<string, Cell>>`fetch forward ${sql.lit(atOnce)} from export`;
    const { rows } = await next.execute(db);
    yield rows.map((row) => columns.map((column) => row[column] ?? null));
    if (rows.length < atOnce) break;
  }
  await sql`close export`.execute(db);
}

/** A database on a server without a running gateway. */
export class PostgresTarget implements TransferTarget {
  readonly dialect = 'postgres';
  private transaction: ControlledTransaction<Schema> | undefined;

  private constructor(
    private readonly url: string,
    private readonly kysely: Kysely<Schema>,
  ) {}

  /** Brings the schema up to that migration. @throws DatabaseUnavailableError */
  static async open(url: string, migration: string): Promise<PostgresTarget> {
    await migratePostgres(url, migration);
    return new PostgresTarget(url, connect(url));
  }

  get db(): Kysely<Schema> {
    return this.transaction ?? this.kysely;
  }

  async begin(tables: readonly TableShape[]): Promise<void> {
    await this.refuseRunning();
    this.transaction = await this.kysely.startTransaction().setIsolationLevel('read committed').execute();
    const names = sql.join(tables.map(({ name }) => sql.table(name)));
    await sql`lock table ${names} in share row exclusive mode`.execute(this.db);
  }

  rows(table: TableShape): AsyncGenerator<Cells[]> {
    return rowsOf(this.db, table);
  }

  async continueAfter(name: string, column: string, last: number): Promise<void> {
    await sql`
      select setval(sequence, greatest(${last}::bigint, pg_sequence_last_value(sequence)))
      from cast(pg_get_serial_sequence(${name}, ${column}) as regclass) as sequence
    `.execute(this.db);
  }

  async freeLanes(): Promise<void> {
    await sql`
      insert into job_lanes (kind, key, visible_at, owner, epoch)
      select distinct kind, key, ${Date.now()}::bigint, null, 0 from jobs
      on conflict do nothing
    `.execute(this.db);
    // The file may be of a release before gatehouse_wake_lane_v1.
    await sql`
      select count(graphile_worker.add_job(
        kind,
        json_build_object('key', key),
        job_key => encode(sha256(convert_to(kind || chr(10) || key, 'UTF8')), 'hex'),
        flags => array[kind]
      )) from job_lanes where owner is null
    `.execute(this.db);
  }

  async commit(): Promise<void> {
    await this.transaction?.commit().execute();
    this.transaction = undefined;
    await migratePostgres(this.url);
  }

  async close(): Promise<void> {
    await this.transaction
      ?.rollback()
      .execute()
      .catch(() => undefined);
    await this.kysely.destroy();
  }

  private async refuseRunning(): Promise<void> {
    for (let look = 1; await hasGateway(this.db); look++) {
      if (look === LOOKS) throw new TransferError('a gateway is running on this database: stop it first');
      await delay(100);
    }
  }
}

/** Whether gateways are connected to the database. */
export async function hasGateway(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database()
    and application_name in ('gatehouse writes', 'gatehouse reads', 'gatehouse jobs') limit 1
  `.execute(db);
  return rows.length > 0;
}

const connect = (url: string): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: kyselyPool(openTransferPool(url)) }) });

async function hangUp(kysely: Kysely<Schema>, error: unknown): Promise<never> {
  await kysely.destroy();
  throw error;
}
