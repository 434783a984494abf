import { jest } from '@jest/globals';
import type { ConversationId, InboundEvent, RemoteMessageId } from '../../src/channels/index.js';
import { newId, SystemClock } from '../../src/common/index.js';
import { SessionRepository } from '../../src/conversations/sessions/session.repository.js';
import { HistoryRepository } from '../../src/conversations/transcript/history.repository.js';
import { SessionMemory } from '../../src/conversations/transcript/session-memory.js';
import { TranscriptRepository } from '../../src/conversations/transcript/transcript.repository.js';
import { newDelivery } from '../../src/delivery/records/delivery.js';
import { DeliveryRepository } from '../../src/delivery/records/delivery.repository.js';
import { MessageFiles } from '../../src/media/index.js';
import { Footprint } from '../../src/people/person.js';
import type { Tx } from '../../src/persistence/index.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { personalRows } from '../support/personal-rows.js';

const KEY = 'agent:main:main';
const PLACE = { channel: 'fake', account: 'one', conversation: 'c' } as unknown as InboundEvent & {
  conversation: ConversationId;
};
const QUERY = { limit: 3, isHeardCounted: false, after: 0, except: '', maxEntries: 20 };

/** The writers do not use the entries in memory, so each of them acts as another replica. */
describe.each(DATABASES)('recent entries in memory on %s', (_, open) => {
  let database: TestDatabase;
  let repository: HistoryRepository;
  let transcript: TranscriptRepository;
  let sut: SessionMemory;
  let time = 1_700_000_000_000;
  let events: Map<string, string>;

  beforeEach(async () => {
    database = await open();
    const { db } = database;
    events = new Map([['now', newId('evt', time)]]);
    repository = new HistoryRepository(db);
    const sessions = new SessionRepository(db, new SystemClock());
    transcript = new TranscriptRepository(db, new MessageFiles(db), sessions);
    sut = new SessionMemory(repository, new SystemClock());
  });
  afterEach(() => database.close());

  const write = (work: (tx: Tx) => Promise<unknown>) => database.db.transaction(work);
  const idOfEvent = (name: string) => {
    const id = events.get(name) ?? newId('evt', time);
    events.set(name, id);
    return id;
  };
  const eventOf = (name: string) =>
    ({
      ...PLACE,
      kind: 'message',
      conversation: { id: 'c', kind: 'direct' },
      sender: { id: 'ann' },
      messageId: `m-${name}`,
    }) as unknown as InboundEvent;
  const asked = (tx: Tx, name: string, sessionKey = KEY) =>
    transcript.append(tx, [
      { sessionKey, eventId: idOfEvent(name), event: eventOf(name), text: name, at: time++ },
    ]);
  const answered = (tx: Tx, name: string, deliveryId?: string) =>
    transcript.appendOurs(tx, {
      sessionKey: KEY,
      eventId: idOfEvent(name),
      text: `re ${name}`,
      at: time++,
      place: PLACE,
      deliveryId,
    });
  const say = (...names: string[]) =>
    write(async (tx) => {
      for (const name of names) {
        await asked(tx, name);
        await answered(tx, name);
      }
    });
  const rewrite = (name: string, text: string) =>
    write((tx) =>
      transcript.rewrite(tx, {
        event: eventOf(name),
        messageId: `m-${name}` as RemoteMessageId,
        rewritten: () => text,
        isTakenBack: text === '[taken back]',
      }),
    );
  /**
   * Checks that the entries in memory equal those of the database.
   * @returns their texts, and the number of full reads
   */
  const texts = async (query: Partial<typeof QUERY> = {}) => {
    const whole = { ...QUERY, ...query };
    const spy = jest.spyOn(repository, 'recent');
    const held = await sut.read(KEY, whole);
    const reads = spy.mock.calls.length;
    spy.mockRestore();
    expect(held).toEqual(await new SessionMemory(repository, new SystemClock()).read(KEY, whole));
    return [held.map(({ text }) => text).join(), reads];
  };

  it('add new entries, and leave out those older than the query', async () => {
    expect(await texts()).toEqual(['', 1]);
    await say('a');
    expect(await texts()).toEqual(['a,re a', 1]);
    await say('b', 'c');
    expect(await texts()).toEqual(['a,re a,b,re b,c,re c', 0]);
    await say('d', 'e');
    await write((tx) => asked(tx, 'elsewhere', 'agent:main:other'));
    expect(await texts()).toEqual(['c,re c,d,re d,e,re e', 0]);
    // An earlier run of the answered turn has written already.
    await say('now', 'f');
    expect(await texts({ except: idOfEvent('now') })).toEqual(['d,re d,e,re e,f,re f', 0]);
    expect(await texts()).toEqual(['e,re e,now,re now,f,re f', 0]);
  });

  it('are read again when a query reaches further back', async () => {
    await say('a', 'b', 'c', 'd');
    expect(await texts({ limit: 1 })).toEqual(['d,re d', 1]);
    expect(await texts({ limit: 2 })).toEqual(['c,re c,d,re d', 1]);
    expect(await texts({ limit: 9 })).toEqual(['a,re a,b,re b,c,re c,d,re d', 1]);
    expect(await texts({ maxEntries: 3 })).toEqual(['re c,d,re d', 0]);
    expect(await texts({ limit: 0 })).toEqual(['', 0]);
    const { seq } = (await repository.recent(KEY, QUERY)).entries.find(({ text }) => text === 're d')!;
    await say('e');
    // `/new`
    expect(await texts({ after: seq })).toEqual(['e,re e', 0]);
    await say('f');
    expect(await texts({ after: seq })).toEqual(['e,re e,f,re f', 0]);
    expect(await texts()).toEqual(['d,re d,e,re e,f,re f', 1]);
  });

  it('are read again after an edit, an unsend, and a deletion', async () => {
    await say('a', 'b', 'c');
    expect(await texts()).toEqual(['a,re a,b,re b,c,re c', 1]);
    await rewrite('b', 'B');
    expect(await texts()).toEqual(['a,re a,B,re b,c,re c', 1]);
    await say('d');
    expect(await texts()).toEqual(['B,re b,c,re c,d,re d', 0]);
    await rewrite('c', '[taken back]');
    expect(await texts()).toEqual(['B,re b,[taken back],re c,d,re d', 1]);
    const { created_at } = (await repository.recent(KEY, QUERY)).entries[1]!;
    await write((tx) => transcript.deleteOlderThan(tx, created_at, 100));
    expect(await texts()).toEqual(['re b,[taken back],re c,d,re d', 1]);
    await write((tx) => transcript.deleteOlderThan(tx, Date.now(), 100));
    expect(await texts()).toEqual(['', 1]);
  });

  it.each([
    ['a direct chat', 'own', 'b,re b'],
    ['a group', 'shared', '[erased],[erased],b,re b'],
  ] as const)('are read again after the erasure of a person who wrote in %s', async (_, lines, left) => {
    await say('a', 'b');
    expect(await texts()).toEqual(['a,re a,b,re b', 1]);
    const addresses = [{ channel: 'fake', account: 'one', senderId: 'ann' }];
    const footprint = new Footprint({ addresses, userId: null, pseudonym: 'erased_x' });
    const rows = database.db.on().selectFrom('transcript').select('id').where('text', 'like', '%a');
    for (const { id } of await rows.execute()) footprint.lines[lines].add(id);
    await personalRows(database.db).erase(footprint);
    expect(await texts()).toEqual([left, 1]);
  });

  it('are read again when a row with a lower number is committed late', async () => {
    await say('a');
    if (database.db.dialect === 'sqlite') {
      // Writers are serialised there, so such a row would fill a gap.
      await say('gap', 'b');
      const gap = database.db.on().selectFrom('transcript').selectAll().where('text', '=', 'gap');
      const row = await gap.executeTakeFirstOrThrow();
      await write((tx) => database.db.on(tx).deleteFrom('transcript').where('seq', '=', row.seq).execute());
      expect(await texts()).toEqual(['a,re a,re gap,b,re b', 1]);
      await write((tx) => database.db.on(tx).insertInto('transcript').values(row).execute());
      expect(await texts()).toEqual(['a,re a,gap,re gap,b,re b', 1]);
      return;
    }
    const [written, mayCommit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const late = write(async (tx) => {
      await asked(tx, 'late');
      // Sends the held-back statement to the server.
      await database.db.on(tx).selectFrom('transcript').select('seq').limit(1).execute();
      written.resolve(undefined);
      await mayCommit.promise;
    });
    await written.promise;
    await say('b');
    expect(await texts()).toEqual(['a,re a,b,re b', 1]);
    mayCommit.resolve(undefined);
    await late;
    expect(await texts()).toEqual(['a,re a,late,b,re b', 1]);
  });

  it('have the remote id of a delivery once it is known, and a new one after a retry', async () => {
    const deliveries = new DeliveryRepository(database.db);
    await write((tx) =>
      deliveries.insert(
        tx,
        newDelivery({
          id: 'dlv_1',
          target: PLACE,
          content: { kind: 'text', text: 're a' },
          author: 'assistant',
          eventId: idOfEvent('a'),
          createdAt: time,
          begunAt: null,
        }),
        { kind: 'delivery', key: 'c', payload: { deliveryId: 'dlv_1' } },
      ),
    );
    await write(async (tx) => {
      await asked(tx, 'a');
      await answered(tx, 'a', 'dlv_1');
    });
    await say('b');
    const idOf = async () => {
      await texts();
      return (await sut.read(KEY, QUERY)).find(({ text }) => text === 're a')!.remote_id;
    };
    const send = (remoteId: string) =>
      write((tx) => deliveries.endAsSent(tx, 'dlv_1', { remoteId: remoteId, sentAt: time }));
    expect(await idOf()).toBeNull();
    await send('r-1');
    expect(await texts()).toEqual(['a,re a,b,re b', 0]);
    expect(await idOf()).toBe('r-1');
    const failure = { code: 'rejected', detail: '' };
    await write((tx) => deliveries.failSent(tx, PLACE, 'r-1', failure));
    await write((tx) => deliveries.requeue(tx, 'dlv_1'));
    expect(await idOf()).toBeNull();
    await send('r-2');
    expect(await idOf()).toBe('r-2');
  });
});
