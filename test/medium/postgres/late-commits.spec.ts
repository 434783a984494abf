import { jest } from '@jest/globals';
import { type ControlledTransaction, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { EventFeeds } from '../../../src/admin/events/event-feeds.service.js';
import type { Schema } from '../../../src/persistence/index.js';
import { eventually } from '../../support/eventually.js';
import { lineOf } from '../../support/event-rows.js';
import { eventStreamWorld } from '../../support/event-stream-world.js';

/** More polls than fit into two seconds. */
const MANY_POLLS = 6;

describe('the stream of events on PostgreSQL', () => {
  let other: Kysely<Schema>;
  const open: ControlledTransaction<Schema>[] = [];
  // Before the world's, which takes the database away.
  afterEach(async () => {
    const held = open.splice(0).filter(({ isCommitted, isRolledBack }) => !isCommitted && !isRolledBack);
    await Promise.all(held.map((each) => each.rollback().execute()));
    await other.destroy();
  });
  const world = eventStreamWorld('PostgreSQL');
  const { tokenOf, listen, say, hears } = world;

  beforeEach(() => {
    const pool = new pg.Pool({ connectionString: world.databaseUrl! });
    other = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  });

  const begin = async () => {
    const transaction = await other.startTransaction().execute();
    open.push(transaction);
    return transaction;
  };
  const insert = (on: Kysely<Schema>, text: string) =>
    on.insertInto('transcript').values(lineOf(text)).execute();
  /** Waits until the ends of the feeds have been read so often. */
  async function polls(count: number): Promise<void> {
    const ends = jest.spyOn(world.app.get(EventFeeds), 'ends');
    await eventually(() => ends.mock.calls.length >= count, { what: `${count} polls` });
    ends.mockRestore();
  }

  it('has an event whose transaction was open for long, once and in its place', async () => {
    const { token } = await tokenOf('viewer');
    const heard = await listen(token);
    const held = await begin();
    await insert(held, 'held');
    await say('later');
    await polls(MANY_POLLS);
    expect(heard.told).toEqual([]);
    await held.commit().execute();
    await say('last');
    await hears(heard, ['message: held', 'message: later', 'message: last']);
    heard.hangUp();
    const again = await listen(token, heard.lastId);
    await say('afterwards');
    await hears(again, ['message: afterwards']);
    again.hangUp();
  });

  it('has an event with a lower number from a transaction with a higher id', async () => {
    const { token } = await tokenOf('viewer');
    const heard = await listen(token);
    const [first, second] = [await begin(), await begin()];
    // The snapshot's highest id is that of a transaction that has ended, so it does not know of the second one.
    await first.insertInto('connector_state').values(STATE).execute();
    await insert(second, 'low');
    await insert(first, 'high');
    await first.commit().execute();
    await polls(MANY_POLLS);
    await second.commit().execute();
    await hears(heard, ['message: low', 'message: high']);
    heard.hangUp();
  });

  it('does not wait for transactions that write other tables', async () => {
    const { token } = await tokenOf('viewer');
    const held = await begin();
    await held.insertInto('connector_state').values(STATE).execute();
    const heard = await listen(token);
    await say('one');
    await hears(heard, ['message: one']);
    heard.hangUp();
  });

  it('has an event that is committed after the stream was opened', async () => {
    const { token } = await tokenOf('viewer');
    const first = await listen(token);
    first.hangUp();
    const held = await begin();
    await insert(held, 'held');
    await say('later');
    const heard = await listen(token, first.lastId);
    await polls(2);
    expect(heard.told).toEqual([]);
    await held.commit().execute();
    await hears(heard, ['message: held', 'message: later']);
    heard.hangUp();
  });
});

const STATE = { channel: 'c', account: 'a', key: 'k', value: 'v', updated_at: 1 };
