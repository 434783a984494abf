import { jest } from '@jest/globals';
import { AuditLog, SYSTEM } from '../../src/access-control/index.js';
import type { ChannelId, SendOutcome } from '../../src/channels/index.js';
import { EndedEvents } from '../../src/conversations/inbox/inbox-retention.repository.js';
import { Deliveries } from '../../src/delivery/index.js';
import { PairingService } from '../../src/pairing/index.js';
import { BATCH, Retention } from '../../src/persistence/retention/retention-schedule.js';
import type { Schema } from '../../src/persistence/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { FAKE } from '../support/fake-connector.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const DAY_MS = 86_400_000;
const PLACE = { channel: FAKE, account: 'default' };

describe.each(DATABASES)('retention on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let clock: FakeClock;

  const start = async (retention: object = {}) => {
    p = await world.start({ clock, config: { retention } });
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open' };
  };
  const run = () => p.module.get(Retention, { strict: false }).deleteOld(new AbortController().signal);
  const pass = async (days: number) => {
    clock.advance(days * DAY_MS);
    await run();
  };
  const say = (text: string, more: Parameters<typeof p.connector.receive>[2] = {}) =>
    p.connector.receive('ann', text, { occurredAt: clock.now(), ...more });
  const idle = () => world.idle();
  const count = async (table: keyof Schema) =>
    (await world.database.db.on().selectFrom(table).selectAll().execute()).length;
  const insertEvents = (number: number, state: 'pending' | 'done') =>
    world.database.db.transaction((tx) =>
      world.database.db
        .on(tx)
        .insertInto('inbound_events')
        .values(
          Array.from({ length: number }, (_unused, n) => ({
            ...PLACE,
            id: `${state}-${n}`,
            inbox_key: `${state}-${n}`,
            session_key: 's',
            state,
            payload: '',
            received_at: clock.now(),
            processed_at: state === 'done' ? clock.now() : null,
          })),
        )
        .execute(),
    );

  beforeEach(async () => {
    clock = new FakeClock(Date.now());
  });
  afterEach(async () => {
    jest.restoreAllMocks();
  });

  it('deletes old rows, table by table, and keeps new ones', async () => {
    await start();
    await say('old');
    await idle();
    await pass(29);
    await say('young');
    await idle();
    await pass(2);
    expect([await count('inbound_events'), await count('deliveries')]).toEqual([1, 1]);
    expect([await count('delivery_attempts'), await count('transcript')]).toEqual([0, 4]);
    await pass(340);
    expect([await count('deliveries'), await count('delivery_attempts')]).toEqual([0, 0]);
    expect([await count('transcript'), await count('conversations')]).toEqual([2, 1]);
    await pass(30);
    expect([await count('transcript'), await count('conversations')]).toEqual([0, 0]);
  });

  it('keeps the settings of a session as long as the session is used', async () => {
    const agents = { list: [{ id: 'main', runtime: { type: 'echo', model: 'one' } }] };
    p = await world.start({ clock, config: { agents, session: { dmScope: 'per-sender' } } });
    const allowFrom = only('ann', 'ben');
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open', allowFrom };
    const model = () => p.runtime.asked.at(-1)!.agent.runtime.model;
    for (const from of ['ann', 'ben']) await p.connector.receive(from, '/model two').then(idle);
    for (let month = 0; month < 15; month++) {
      await say(`month ${month}`);
      await idle();
      await pass(30);
    }
    await say('still?');
    await idle();
    expect(model()).toBe('two');
    await p.connector.receive('ben', 'hi');
    await idle();
    expect(model()).toBe('one');
    await pass(400);
    // The session's transcript is deleted first.
    await pass(1);
    expect(await count('sessions')).toBe(0);
  });

  it('deletes nothing from a table set to 0 days', async () => {
    await start({ transcriptsDays: 0, auditDays: 0 });
    await say('hello');
    await idle();
    await world.database.db.transaction((tx) =>
      p.module.get(AuditLog, { strict: false }).record(tx, SYSTEM, { action: 'a', subject: 's' }),
    );
    await pass(10_000);
    expect([await count('transcript'), await count('conversations'), await count('audit_log')]).toEqual([
      2, 1, 1,
    ]);
  });

  it('deletes in batches until nothing is left, and keeps waiting events', async () => {
    await start();
    await insertEvents(2 * BATCH + 1, 'done');
    await insertEvents(3, 'pending');
    const batches = jest.spyOn(p.module.get(EndedEvents, { strict: false }), 'deleteOlderThan');
    await pass(31);
    expect(await Promise.all(batches.mock.results.map(({ value }) => value))).toEqual([BATCH, BATCH, 1]);
    expect(await count('inbound_events')).toBe(3);
  });

  it('ends between two batches when it is aborted', async () => {
    await start();
    await insertEvents(BATCH + 1, 'done');
    clock.advance(31 * DAY_MS);
    const stop = new AbortController();
    const events = p.module.get(EndedEvents, { strict: false });
    const deleteOlderThan = events.deleteOlderThan.bind(events);
    jest.spyOn(events, 'deleteOlderThan').mockImplementation((...batch) => {
      stop.abort();
      return deleteOlderThan(...batch);
    });
    await p.module.get(Retention, { strict: false }).deleteOld(stop.signal);
    expect(await count('inbound_events')).toBe(1);
  });

  it('deletes each row once when two runs overlap', async () => {
    await start();
    await insertEvents(BATCH + 20, 'done');
    clock.advance(31 * DAY_MS);
    await Promise.all([run(), run()]);
    expect(await count('inbound_events')).toBe(0);
  });

  it('row 1: still recognizes an event of a week ago as a duplicate', async () => {
    await start({ eventsDays: 7, deliveriesDays: 7 });
    await say('once', { inboxKey: 'msg:once' });
    await idle();
    await pass(7);
    expect(await say('once', { inboxKey: 'msg:once' })).toBe('duplicate');
    expect(p.connector.textsTo('ann')).toEqual(['echo: once']);
  });

  it('keeps open deliveries, and dead ones longer than sent ones', async () => {
    const outcomes: Record<string, SendOutcome> = {
      'echo: unknown': { kind: 'unknown', code: 'timeout', detail: '' },
      'echo: dead': { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: '' },
    };
    await start();
    const deliveries = p.module.get(Deliveries, { strict: false });
    const states = async () =>
      (await deliveries.list({ limit: 9 }))
        .map(({ state }) => state)
        .sort()
        .join();
    p.connector.onFindSent = () => ({ kind: 'unresolved', detail: '' });
    p.connector.onSend = ({ content }, take) =>
      outcomes[content.text] ?? { kind: 'sent', messageId: take(), at: clock.now() };
    for (const text of ['sent', 'dead', 'unknown', 'queued behind it']) await say(text);
    await eventually(async () => (await states()) === 'dead,queued,sent,unknown');
    await p.queue.stop(0);
    await pass(31);
    expect(await states()).toBe('dead,queued,unknown');
    expect(await count('delivery_attempts')).toBe(2);
    await pass(60);
    expect(await states()).toBe('queued,unknown');
    expect(await count('delivery_attempts')).toBe(1);
  });

  it('deletes decided and expired pairing requests, and a denied sender stays denied', async () => {
    await start();
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'pairing' };
    const pairing = p.module.get(PairingService, { strict: false });
    const ask = async (name: string) => {
      await p.connector.receive(name, 'hi', { occurredAt: clock.now() });
      await idle();
    };
    for (const name of ['ann', 'ben', 'cem']) await ask(name);
    const of = async (name: string) =>
      (await pairing.list({ limit: 9 })).find(({ senderId }) => senderId === name);
    await pairing.approve(SYSTEM, { id: (await of('ann'))!.id });
    await pairing.deny(SYSTEM, { id: (await of('ben'))!.id });
    // The same id at another account or on another channel is another person, with a later request.
    const elsewhere = { channel: FAKE, account: 'two', senderId: 'ben' };
    for (const each of [elsewhere, { channel: 'other' as ChannelId, account: 'default', senderId: 'ben' }])
      await world.database.db.transaction((tx) => pairing.requestAccess(tx, each));
    await pass(91);
    const kept = await pairing.list({ limit: 9 });
    expect(kept).toMatchObject([{ senderId: 'ben', account: 'default', status: 'denied' }]);
    await ask('ben');
    await ask('cem');
    expect([p.connector.textsTo('ben').length, p.connector.textsTo('cem').length]).toEqual([1, 2]);
  });
});
