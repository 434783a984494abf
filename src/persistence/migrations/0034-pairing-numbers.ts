import { type Kysely, sql } from 'kysely';
import { dialectOf, key, withSequence } from './columns.js';

/**
 * Numbers pairing requests by the database, because ids sort by clocks, which differ and are set back (ADR 0074).
 * Requests that exist are numbered in the order of their ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return rebuild(db, (table) => withSequence(db, table, 'seq'), 'seq');
  await addNumbers(db);
  await sql`create unique index pairing_requests_seq on pairing_requests (seq)`.execute(db);
  await db.schema.dropIndex('pairing_requests_sender').execute();
  await bySender(db, 'seq');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return rebuild(db, (table) => table, 'id');
  await db.schema.dropIndex('pairing_requests_sender').execute();
  await db.schema.alterTable('pairing_requests').dropColumn('seq').execute();
  await bySender(db, 'id');
}

async function addNumbers(db: Kysely<unknown>): Promise<void> {
  await sql`alter table pairing_requests add column seq bigint`.execute(db);
  await sql`
    update pairing_requests set seq = numbered.seq
    from (select id, row_number() over (order by id) as seq from pairing_requests) as numbered
    where numbered.id = pairing_requests.id
  `.execute(db);
  await sql`alter table pairing_requests alter column seq set not null`.execute(db);
  await sql`alter table pairing_requests alter column seq add generated always as identity`.execute(db);
  await sql`
    select setval(pg_get_serial_sequence('pairing_requests', 'seq'), max(seq))
    from pairing_requests having max(seq) > 0
  `.execute(db);
}

type Table = ReturnType<Kysely<unknown>['schema']['createTable']>;

/** The columns besides `seq` and `id`: name, type, and whether it is required. */
const COLUMNS = [
  ['channel', 'text', true],
  ['account', 'text', true],
  ['sender_id', 'text', true],
  ['sender_name', 'text', false],
  ['conversation_id', 'text', false],
  ['thread_id', 'text', false],
  ['code', 'text', true],
  ['status', 'text', true],
  ['created_at', 'bigint', true],
  ['expires_at', 'bigint', true],
  ['decided_at', 'bigint', false],
  ['decided_by', 'text', false],
] as const;

/** SQLite adds no numbered column to a table; only a new table can have one. */
async function rebuild(
  db: Kysely<unknown>,
  begin: (table: Table) => Table,
  order: 'seq' | 'id',
): Promise<void> {
  let table = begin(db.schema.createTable('pairing_requests_new'));
  table = table.addColumn('id', 'text', order === 'id' ? key : (column) => column.notNull().unique());
  for (const [name, type, isRequired] of COLUMNS)
    table = table.addColumn(name, type, (column) => (isRequired ? column.notNull() : column));
  await table.execute();
  const columns = sql.join(['id', ...COLUMNS.map(([name]) => name)].map((name) => sql.ref(name)));
  await sql`
    insert into pairing_requests_new (${columns}) select ${columns} from pairing_requests order by id
  `.execute(db);
  await db.schema.dropTable('pairing_requests').execute();
  await db.schema.alterTable('pairing_requests_new').renameTo('pairing_requests').execute();
  await bySender(db, order);
  await index(db, 'status', ['status', 'channel', 'account', 'code']);
  await index(db, 'age', ['expires_at']);
}

const bySender = (db: Kysely<unknown>, order: 'seq' | 'id') =>
  index(db, 'sender', ['channel', 'account', 'sender_id', order]);

const index = (db: Kysely<unknown>, name: string, columns: string[]) =>
  db.schema.createIndex(`pairing_requests_${name}`).on('pairing_requests').columns(columns).execute();
