import pg from 'pg';
import { PostgresDatabase } from '../../src/persistence/postgres/postgres-database.js';

const TEMPLATE = 'gatehouse_template';
/** An arbitrary number: the holder of this lock creates the template. */
const TEMPLATE_LOCK = 1;
/** Databases for reuse: creating one takes a quarter of a second, emptying one a few milliseconds. */
const free: string[] = [];
let count = 0;

export interface EmptyDatabase {
  /** `postgres://…` */
  readonly url: string;
  /** Ends all its connections and frees it for the next test. */
  release(): Promise<void>;
}

/** An empty, migrated database on the server that Jest's global setup started. */
export async function borrowDatabase(): Promise<EmptyDatabase> {
  const name = free.pop() ?? (await create(`template ${TEMPLATE}`));
  const release = async () => {
    await endConnections(name);
    await within(name, (client) => client.query(EMPTY)).then(
      () => free.push(name),
      () => drop(name),
    );
  };
  return { url: urlOf(name), release };
}

/** A database without a schema. */
export async function bareDatabase(): Promise<EmptyDatabase> {
  const name = await create('');
  return { url: urlOf(name), release: () => drop(name) };
}

/** Fails when the tables differ from those of the template, so that the database is not reused. */
const EMPTY = `
  do $$ declare name text; begin
    for name in select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%' or tablename = '_private_jobs'
    loop execute 'delete from ' || name; end loop;
    perform from jobs;
  end $$`;

async function create(options: string): Promise<string> {
  const name = `test_${process.pid}_${Date.now()}_${++count}`;
  await within('postgres', async (admin) => {
    if (options !== '') await ensureTemplate(admin);
    await admin.query(`create database ${name} ${options}`);
  });
  return name;
}

async function ensureTemplate(admin: pg.Client): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [TEMPLATE]);
  if (rowCount === 0) {
    const half = `${TEMPLATE}_half`;
    await admin.query(`create database ${half}`);
    const db = await PostgresDatabase.open(urlOf(half));
    await db.close();
    await admin.query(`alter database ${half} rename to ${TEMPLATE}`);
  }
  await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
}

const endConnections = (name: string) =>
  within('postgres', (admin) =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]),
  );

const drop = (name: string) =>
  within('postgres', async (admin) => {
    await admin.query(`drop database ${name} with (force)`);
  });

async function within<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(urlOf(database));
  await client.connect();
  return work(client).finally(() => client.end());
}

function urlOf(database: string): string {
  const url = process.env.GATEHOUSE_TEST_POSTGRES;
  if (url === undefined) throw new Error('no PostgreSQL: test/support/global-postgres.mjs has not run');
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}
