import { CompiledQuery } from 'kysely';
import { Footprint } from '../../src/people/person.js';
import { WebhookMessages } from '../../src/webhooks/outbox/webhook-messages.repository.js';
import { WebhookStates } from '../../src/webhooks/outbox/webhook-states.repository.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { personalRows } from '../support/personal-rows.js';
import { fullScans } from '../support/query-plans/query-plan.js';
import { recorded } from '../support/query-plans/recorded-database.js';
import { deleteOlder } from '../support/delete-older.js';

const NOW = 1_000_000;
const STUCK = 3_000;

describe.each(DATABASES)('the messages that wait for a webhook on %s', (_, open) => {
  let test: TestDatabase;
  /** By its id: a database that was used before keeps counting. */
  const seqOf = async (id: string) => {
    const rows = test.db.on().selectFrom('webhook_messages').where('id', '=', id);
    return (await rows.select('seq').executeTakeFirstOrThrow()).seq;
  };
  beforeEach(async () => {
    test = await open();
    const sut = new WebhookMessages(test.db);
    const message = (lane: string, at: number, webhook = 'crm') => ({
      id: webhook === 'crm' ? `msg_${at}` : webhook,
      webhook,
      lane,
      created_at: at,
      type: 'message.received',
      body: '{}',
    });
    await test.db.transaction(async (tx) => {
      const stuck = Array.from({ length: STUCK }, (_each, at) => message('stuck', at));
      for (let at = 0; at < STUCK; at += 500) await sut.add(tx, stuck.slice(at, at + 500));
      await sut.add(tx, [message('free', STUCK), message('busy', STUCK + 1), message('stuck', 7, 'other')]);
    });
    const [held, dead] = [await seqOf('msg_0'), await seqOf('msg_1')];
    await test.db.transaction(async (tx) => {
      await sut.putOff(tx, held, { error: 'HTTP 500', until: NOW + 1 });
      await sut.bury(tx, dead, { error: 'HTTP 500', at: NOW });
    });
  });
  afterEach(() => test.close());

  it('are found behind many of a lane that waits, and those of that lane once its wait is over', async () => {
    const sut = new WebhookMessages(test.db);
    const due = async (now: number) => sut.due('crm', { now, longest: now + 10, busy: ['busy'], limit: 2 });
    expect((await due(NOW)).map(({ lane }) => lane)).toEqual(['free']);
    // A lane that waits here does not wait at another webhook.
    const elsewhere = await sut.due('other', { now: NOW, longest: NOW + 10, busy: [], limit: 2 });
    expect(elsewhere.map(({ lane }) => lane)).toEqual(['stuck']);
    expect((await due(NOW + 1)).map(({ id }) => id)).toEqual(['msg_0', 'msg_2']);
    expect([...(await sut.counts())].toSorted()).toEqual([
      ['crm', { waiting: STUCK + 1, dead: 1, oldest: 0 }],
      ['other', { waiting: 1, dead: 0, oldest: 7 }],
    ]);
  });

  it('fail, are resent and tried at once for that webhook alone', async () => {
    const sut = new WebhookMessages(test.db);
    const { db } = test;
    const now = NOW + 2;
    const numbers = async (webhook: string) => {
      const { waiting, dead } = (await sut.counts()).get(webhook)!;
      return { waiting, dead };
    };
    const held = async () =>
      (await db.on().selectFrom('webhook_messages').select('seq').where('retry_at', 'is not', null).execute())
        .length;
    const last = await seqOf('other');
    await db.transaction((tx) => sut.putOff(tx, last, { error: 'HTTP 500', until: now + 1 }));
    const freeLane = { now, longest: now + 10, busy: [], limit: 1 };
    expect(await sut.due('other', freeLane)).toEqual([]);
    expect((await sut.due('crm', freeLane)).map(({ lane }) => lane)).toEqual(['stuck']);

    await db.transaction((tx) => sut.tryAllNow(tx, 'crm'));
    expect(await held()).toBe(1);
    await db.transaction((tx) => sut.bury(tx, last, { error: 'HTTP 500', at: now }));
    const end = { error: 'switched off', at: now, until: STUCK };
    await db.transaction((tx) => sut.buryAll(tx, 'crm', end));
    expect([await numbers('crm'), await numbers('other')]).toEqual([
      { waiting: 1, dead: STUCK + 1 },
      { waiting: 0, dead: 1 },
    ]);
    expect(await db.transaction((tx) => sut.revive(tx, 'crm', now))).toBe(STUCK + 1);
    expect(await numbers('other')).toEqual({ waiting: 0, dead: 1 });
    await db.transaction((tx) => sut.revive(tx, 'other', now));
    // It has as long again as at first, and is due at once.
    expect((await sut.counts()).get('other')).toEqual({ waiting: 1, dead: 0, oldest: now });
    expect(await sut.due('other', freeLane)).toMatchObject([{ created_at: now, attempts: 0 }]);
    await db.transaction((tx) => sut.buryAll(tx, 'crm', { ...end, until: now }));
    expect(await numbers('other')).toEqual({ waiting: 1, dead: 0 });
  });

  it('are deleted with a webhook that is configured no more only once they are a day old', async () => {
    const sut = new WebhookMessages(test.db);
    const forget = (until: number) => test.db.transaction((tx) => sut.deleteOthers(tx, ['crm'], until));
    await forget(6);
    expect((await sut.counts()).get('other')).toMatchObject({ waiting: 1 });
    await forget(7);
    expect([...(await sut.counts()).keys()]).toEqual(['crm']);
    // Where none is configured any more.
    await test.db.transaction((tx) => sut.deleteOthers(tx, [], STUCK));
    expect([...(await sut.counts())]).toEqual([['crm', { waiting: 1, dead: 0, oldest: STUCK + 1 }]]);
  });

  it('are deleted at their age, also those of a webhook that is configured no more', async () => {
    const sut = new WebhookMessages(test.db);
    const left = async () => [...(await sut.counts()).keys()];
    expect(await deleteOlder(test.db, sut, 8, 100)).toBe(9);
    expect(await left()).toEqual(['crm']);
  });

  it('are found and counted by an index', async () => {
    const { db, statements } = recorded(test.db);
    const sut = new WebhookMessages(db);
    await sut.due('crm', { now: NOW, longest: NOW + 10, busy: ['busy'], limit: 2 });
    await sut.counts();
    expect(statements.size).toBe(3);
    const [due, ...counts] = statements.values();
    expect(await fullScans(test.db, due!)).toEqual([]);
    if (test.db.dialect !== 'sqlite') return;
    for (const { sql, parameters } of counts) {
      const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await test.db.on().executeQuery<{ detail: string }>(plan);
      expect(rows[0]?.detail).toMatch(/^(?:SCAN|SEARCH) webhook_messages USING (?:COVERING )?INDEX/);
    }
  });
});

describe.each(DATABASES)('the state of a webhook on %s', (_, open) => {
  let test: TestDatabase;
  beforeEach(async () => void (test = await open()));
  afterEach(() => test.close());

  const crm = { id: 'crm', url: 'https://crm.example.org/hook' };
  const other = { id: 'other', url: 'https://other.example.org/hook' };

  it('is known as of the last reading, at its address alone', async () => {
    const sut = new WebhookStates(test.db);
    const states = () => [crm, other].map((each) => [sut.isOff(each), sut.isFailing(each)]);
    for (const each of [crm, other]) await sut.begin(each);
    await test.db.transaction(async (tx) => {
      await sut.failed(tx, 'crm', { reason: 'HTTP 500', until: null, at: 5, longest: 100 });
      await sut.switchOff(tx, 'other', 6);
    });
    expect(states()).toEqual([
      [false, false],
      [false, false],
    ]);
    await sut.all();
    expect(states()).toEqual([
      [false, true],
      [true, false],
    ]);
    const moved = { url: 'https://crm.example.org/another' };
    expect([sut.isFailing({ ...crm, ...moved }), sut.isOff({ ...other, ...moved })]).toEqual([false, false]);
    await test.db.transaction((tx) => sut.succeeded(tx, 'crm', { at: 7, longest: 100 }));
    await test.db.transaction((tx) => sut.switchOn(tx, 'other'));
    await sut.all();
    expect(states().flat()).not.toContain(true);
  });

  it('begins again at another address, and is kept at the same one', async () => {
    const sut = new WebhookStates(test.db);
    const end = { reason: 'HTTP 503', until: 50, at: 5, longest: 100 };
    await sut.begin(crm);
    await test.db.transaction(async (tx) => {
      await sut.failed(tx, 'crm', end);
      await sut.switchOff(tx, 'crm', 6);
    });
    const state = async () => (await sut.all()).get('crm');
    const before = await state();
    expect(before).toMatchObject({ failures: 1, failing_since: 5, retry_at: 50, off_at: 6 });
    await sut.begin(crm);
    expect(await state()).toEqual(before);
    await sut.begin({ ...crm, url: 'https://crm.example.org/another' });
    expect(await state()).toMatchObject({ failures: 0, failing_since: null, retry_at: null, off_at: null });
  });

  it('fails since its first failure in a row, until it succeeds', async () => {
    const sut = new WebhookStates(test.db);
    const fail = (at: number) =>
      test.db.transaction((tx) =>
        sut.failed(tx, 'crm', { reason: `at ${at}`, until: null, at, longest: 100 }),
      );
    const state = async () => (await sut.all()).get('crm');
    await sut.begin(crm);
    for (const at of [5, 6]) await fail(at);
    expect(await state()).toMatchObject({
      failures: 2,
      failing_since: 5,
      last_failure: 'at 6',
      last_failure_at: 6,
    });
    await test.db.transaction((tx) => sut.succeeded(tx, 'crm', { at: 7, longest: 100 }));
    expect(await state()).toMatchObject({ failures: 0, failing_since: null, last_success_at: 7 });
    await fail(8);
    expect(await state()).toMatchObject({ failures: 1, failing_since: 8, last_success_at: 7 });
  });

  it('that is gone changes nothing of how long a message waits', async () => {
    const sut = new WebhookStates(test.db);
    const end = { at: 5, longest: 100 };
    const failure = { ...end, reason: 'HTTP 500', until: 50 };
    const ends = test.db.transaction((tx) =>
      Promise.all([sut.succeeded(tx, 'gone', end), sut.failed(tx, 'gone', failure)]),
    );
    expect(await ends).toEqual([null, 50]);
  });
});

describe.each(DATABASES)('the messages about a person on %s', (_, open) => {
  let test: TestDatabase;
  beforeEach(async () => void (test = await open()));
  afterEach(() => test.close());

  const PLACE = { channel: 'imbridge', account: 'a', conversation_id: 'chat;1' };
  const GROUP = { ...PLACE, conversation_id: 'group;1' };
  const ROBIN = '+12025550143';
  const BEN = { ...GROUP, sender_id: '+12025550199' };
  /** Each is theirs for one reason. */
  const theirs: [type: string, data: object][] = [
    ['message.received', { ...GROUP, sender_id: ROBIN }],
    ['message.answered', { ...BEN, event_id: 'evt_1', said_to: ROBIN }],
    ['message.answered', { ...BEN, joined_event_ids: ['evt_0', 'evt_1'], said_to: ROBIN }],
    ['delivery.dead', { ...GROUP, delivery_id: 'dlv_own' }],
    ['delivery.dead', { ...GROUP, delivery_id: 'dlv_shared' }],
    ['conversation.held', { ...PLACE, by: 'token:owner' }],
  ];
  const others: [type: string, data?: object][] = [
    ['message.received', BEN],
    ['message.received', { ...BEN, event_id: null, joined_event_ids: ['evt_0'] }],
    ['message.received', { ...BEN, sender_id: `${ROBIN}4` }],
    ['message.received', { ...BEN, account: 'b', sender_id: `x${ROBIN}` }],
    ['delivery.dead', { ...GROUP, delivery_id: 'dlv_other' }],
    ['channel.down', { channel: 'imbridge', account: 'a' }],
    ['channel.down'],
  ];
  const renamed: [type: string, data: object] = [
    'conversation.held',
    { ...GROUP, by: `sender:imbridge:${ROBIN}` },
  ];

  it('are those from them, of their chat, events and deliveries; what they did to others has the pseudonym', async () => {
    const { db } = test;
    const all = [...theirs, renamed, ...others].map(([type, data], at) => ({
      id: `msg_${at}`,
      webhook: 'crm',
      lane: 'x',
      type,
      created_at: at,
      body: JSON.stringify({ type, ...(data && { data }) }),
    }));
    await db.transaction((tx) => new WebhookMessages(db).add(tx, all));
    const addresses = [{ channel: 'imbridge', account: 'a', senderId: ROBIN }];
    const footprint = new Footprint({ addresses, userId: null, pseudonym: 'erased_x' });
    footprint.addPlace({ channel: 'imbridge', account: 'a', conversation: 'chat;1' });
    footprint.events.add('evt_1');
    footprint.deliveries.own.add('dlv_own');
    footprint.deliveries.shared.add('dlv_shared');
    const sut = personalRows(db);
    const listed = async () => {
      const found: unknown[] = [];
      for await (const each of sut.list(footprint)) found.push(each);
      return found;
    };
    const naming = all.slice(0, theirs.length + 1);
    const asStored = { attempts: 0, retry_at: null, last_error: null, died_at: null };
    expect(await listed()).toEqual(
      naming.map((record) => ({ kind: 'webhook_messages', record: { ...record, ...asStored } })),
    );

    await sut.erase(footprint);
    expect(await listed()).toEqual([]);
    const left = await db.on().selectFrom('webhook_messages').select('body').orderBy('seq').execute();
    const [held, ...rest] = all.slice(theirs.length).map(({ body }) => body);
    expect(left.map(({ body }) => body)).toEqual([held!.replace(ROBIN, 'erased_x'), ...rest]);
  });
});
