import { CompiledQuery } from 'kysely';
import { WebhookMessages } from '../../src/webhooks/outbox/webhook-messages.repository.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { fullScans } from '../support/query-plans/query-plan.js';
import { recorded } from '../support/query-plans/recorded-database.js';

const NOW = 1_000_000;
const STUCK = 3_000;

describe.each(DATABASES)('the messages that wait for a webhook on %s', (_, open) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await open();
    const sut = new WebhookMessages(test.db);
    const message = (lane: string, at: number, webhook = 'crm') => ({
      ...{ id: `msg_${at}`, webhook, lane, type: 'message.received', body: '{}', created_at: at },
    });
    await test.db.transaction(async (tx) => {
      const stuck = Array.from({ length: STUCK }, (_each, at) => message('stuck', at));
      for (let at = 0; at < STUCK; at += 500) await sut.add(tx, stuck.slice(at, at + 500));
      await sut.add(tx, [message('free', STUCK), message('busy', STUCK + 1), message('stuck', 7, 'other')]);
      await sut.putOff(tx, 1, { error: 'HTTP 500', until: NOW + 1 });
      await sut.bury(tx, 2, { error: 'HTTP 500', at: NOW });
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
