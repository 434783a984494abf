import { CompiledQuery } from 'kysely';
import { WebhookMessages } from '../../src/webhooks/outbox/webhook-messages.repository.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { fullScans } from '../support/query-plans/query-plan.js';
import { recorded } from '../support/query-plans/recorded-database.js';

const NOW = 1_000_000;
const STUCK = 3_000;

describe.each(DATABASES)('the messages that wait for a webhook on %s', (_, open) => {
  let test: TestDatabase;
  /** By its id: a database that was used before goes on counting. */
  const seqOf = async (id: string) => {
    const rows = test.db.on().selectFrom('webhook_messages').where('id', '=', id);
    return (await rows.select('seq').executeTakeFirstOrThrow()).seq;
  };
  beforeEach(async () => {
    test = await open();
    const sut = new WebhookMessages(test.db);
    const message = (lane: string, at: number, webhook = 'crm') => ({
      ...{ id: webhook === 'crm' ? `msg_${at}` : webhook, webhook, lane, created_at: at },
      ...{ type: 'message.received', body: '{}' },
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

  it('are given up, sent again and tried at once for that webhook alone', async () => {
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
  });

  it('are deleted at their age, also those of a webhook that is configured no more', async () => {
    const sut = new WebhookMessages(test.db);
    const left = async () => [...(await sut.counts()).keys()];
    expect(await test.db.transaction((tx) => sut.deleteOlderThan(tx, 8, 100))).toBe(9);
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
