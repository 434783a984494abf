import { type Kysely, sql } from 'kysely';
import { dialectOf, required } from './columns.js';

/** Conversations that a person has taken over (ADR 0095). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('holds')
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('conversation_id', 'text', required)
    .addColumn('held_at', 'bigint', required)
    .addColumn('held_by', 'text', required)
    .addColumn('ends_at', 'bigint')
    .addColumn('note', 'text')
    .addColumn('open_event', 'text')
    .addColumn('open_session', 'text')
    .addColumn('open_payload', 'text')
    .addPrimaryKeyConstraint('holds_place', ['channel', 'account', 'conversation_id'])
    .execute();
  if (dialectOf(db) === 'postgres') await sql.raw(REFUSE_HELD).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'postgres') await sql.raw(`drop function gatehouse_refuse_held_v1()`).execute(db);
  await db.schema.dropTable('holds').execute();
}

/** Undoes the transaction of an answer to a held conversation: its statements are sent without awaiting any answer. */
const REFUSE_HELD = `create function gatehouse_refuse_held_v1() returns boolean language plpgsql as $$
  begin
    raise exception 'a person holds the conversation' using errcode = 'GH002';
  end $$`;
