// Fills a database as many messages would, at the speed of the database.
import SqliteHandle from 'better-sqlite3';
import { join } from 'node:path';
import pg from 'pg';

export const STORED_CHATS = 5_000;
const DAYS = 25;
const QUESTION = 'Do you know whether the shop at the corner is open on Saturday afternoon?';
const ANSWER =
  'As far as I can see it is open from nine to four on Saturdays. It is closed on public holidays, and the bakery ' +
  'next to it closes an hour earlier. Shall I remind you on Friday evening?';

/** The differences between the two dialects. `hex` gives 11 lower-case digits, so that ids sort by time as ours do. */
const SQLITE = {
  numbers: (count) =>
    `(with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1}) select n from numbers)`,
  hex: (value) => `printf('%011x', ${value})`,
  digits: (value) => `printf('%04d', ${value})`,
  random: 'hex(randomblob(16))',
};
const POSTGRES = {
  numbers: (count) => `generate_series(0::bigint, ${count - 1})`,
  hex: (value) => `lpad(to_hex(${value}), 11, '0')`,
  digits: (value) => `lpad((${value})::text, 4, '0')`,
  random: `upper(replace(gen_random_uuid()::text, '-', ''))`,
};

/** `messages` answered over the last weeks, spread evenly over the chats: one statement per table. */
function statements({ numbers, hex, digits, random }, messages) {
  const begin = Date.now() - DAYS * 86_400_000;
  const step = Math.floor((DAYS * 86_400_000) / messages);
  const at = `(${begin} + n * ${step})`;
  const address = `'+1202555' || ${digits(`n % ${STORED_CHATS}`)}`;
  const place = `'imbridge', 'default', '-;' || substr(event.session_key, 28)`;
  const reply = `'${ANSWER} (' || substr(event.id, 18, 8) || ')'`;
  return [
    `insert into conversations (channel, account, conversation_id, id, kind, created_at, last_message_at)
     select 'imbridge', 'default', '-;' || ${address}, 'cnv_00' || ${hex(at)} || '0000000000000', 'direct', ${begin}, ${Date.now()}
     from ${numbers(STORED_CHATS)} as numbers(n)`,
    `insert into inbound_events
       (id, channel, account, inbox_key, session_key, state, outcome, payload, received_at, processed_at)
     select 'evt_00' || ${hex(at)} || substr(lower(${random}), 1, 13), 'imbridge', 'default', 'msg:' || ${random},
       'agent:main:imbridge:direct:' || ${address}, 'done', 'turn', '', ${at}, ${at} + 3
     from ${numbers(messages)} as numbers(n)`,
    `insert into transcript
       (channel, account, conversation_id, id, session_key, role, sender_id, text, remote_id, event_id, created_at)
     select ${place}, 'msg_' || substr(event.id, 5, 25) || side.n, event.session_key,
       case side.n when 0 then 'user' else 'assistant' end,
       case side.n when 0 then substr(event.session_key, 28) end,
       case side.n when 0 then '${QUESTION}' else ${reply} end,
       case side.n when 0 then substr(event.inbox_key, 5) end, event.id, event.processed_at
     from inbound_events as event cross join ${numbers(2)} as side(n)`,
    `insert into deliveries (channel, account, conversation_id, id, content, state, event_id, attempts, failures,
       remote_id, created_at, first_attempt_at, last_attempt_at, last_ended_at, sent_at)
     select ${place}, 'dlv_' || substr(event.id, 5), '{"kind":"text","text":"' || ${reply} || '"}', 'sent', event.id, 1, 0,
       ${random}, event.processed_at, event.processed_at + 1, event.processed_at + 1, event.processed_at + 6, event.processed_at + 6
     from inbound_events as event`,
    `insert into delivery_attempts (delivery_id, number, started_at, ended_at, outcome)
     select id, 1, first_attempt_at, last_ended_at, 'sent' from deliveries`,
  ];
}

/** Fills the database of a stopped gateway that has created its tables. */
export function fillSqlite(stateDir, messages) {
  const db = new SqliteHandle(join(stateDir, 'gatehouse.db'));
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -500000']) db.pragma(pragma);
  for (const statement of statements(SQLITE, messages)) db.exec(asCte(statement));
  db.pragma('journal_mode = wal');
  db.close();
}

/** The same on PostgreSQL, where a started gateway has created the tables. */
export async function fillPostgres(url, messages) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements(POSTGRES, messages)) await client.query(statement);
  // Autovacuum would do this within a minute, in the middle of the measurement.
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}

/** SQLite names no columns of a subquery: `as x(n)` is PostgreSQL's. */
const asCte = (statement) => statement.replaceAll(/ as (numbers|side)\(n\)/g, ' as $1');
