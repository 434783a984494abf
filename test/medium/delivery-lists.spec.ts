import { Registry } from 'prom-client';
import { newId } from '../../src/common/index.js';
import { Deliveries } from '../../src/delivery/index.js';
import type { Row } from '../../src/persistence/index.js';
import { DATABASES } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const NOON = Date.UTC(2026, 10, 24, 12);

describe.each(DATABASES)('the lists of deliveries on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let sut: Deliveries;
  beforeEach(async () => {
    p = await world.start({ clock: new FakeClock(NOON) });
    sut = p.module.get(Deliveries, { strict: false });
  });
  /** Stores a delivery of a sent answer that was made then. @returns its id */
  const store = async (at: number, more: Partial<Row<'deliveries'>> = {}) => {
    const id = newId('dlv', at);
    const made = {
      id,
      channel: 'fake',
      account: 'default',
      conversation_id: 'c',
      state: 'sent' as const,
      content: '{"kind":"text","text":"hi"}',
      author: 'assistant' as const,
      event_id: 'evt_1',
      attempts: 1,
      failures: 0,
      created_at: at,
    } as const;
    await p.db
      .on()
      .insertInto('deliveries')
      .values({ ...made, ...more })
      .execute();
    return id;
  };

  it('give pages, the newest first, of one state or all', async () => {
    const [first, second, third] = [
      await store(NOON),
      await store(NOON + 1, { state: 'dead' }),
      await store(NOON + 2),
    ];
    const page = async (filter: object) => (await sut.list({ limit: 9, ...filter })).map(({ id }) => id);
    expect(await page({})).toEqual([third, second, first]);
    expect(await page({ limit: 2 })).toEqual([third, second]);
    expect(await page({ before: third })).toEqual([second, first]);
    expect(await page({ state: 'sent' })).toEqual([third, first]);
    expect(await page({ state: 'sent', before: third })).toEqual([first]);
    // Earlier releases noted no author.
    const fourth = await store(NOON + 3, { author: null, thread_id: 't' });
    expect(await sut.list({ limit: 1 })).toMatchObject([
      { id: fourth, author: 'assistant', target: { channel: 'fake', conversation: 'c', thread: 't' } },
    ]);
    expect((await sut.get(first)).target).not.toHaveProperty('thread');
  });

  it('give those of an event within a time, both ends included', async () => {
    await store(NOON - 1);
    const ours = [await store(NOON), await store(NOON + 5)];
    await store(NOON + 6);
    await store(NOON + 1, { event_id: 'evt_2' });
    const found = await sut.ofEvent('evt_1', { from: NOON, to: NOON + 5 });
    expect(found.map(({ id }) => id)).toEqual(ours);
  });

  it('give the oldest open answer, the oldest dead letter, and count what is not sent', async () => {
    expect([await sut.oldestOpenAnswer(), await sut.oldestDead()]).toEqual([undefined, undefined]);
    await store(NOON, { event_id: 'evt_sent' });
    await store(NOON + 1, { state: 'queued', author: 'gateway', event_id: 'evt_gateway' });
    await store(NOON + 2, { state: 'queued', event_id: null });
    await store(NOON + 3, { state: 'dead' });
    await store(NOON + 4, { state: 'dead' });
    expect([await sut.oldestOpenAnswer(), await sut.oldestDead()]).toEqual([undefined, NOON + 3]);
    for (const [n, state] of (['queued', 'sending', 'unknown'] as const).entries()) {
      await store(NOON + 9 - n, { state, event_id: `evt_${state}` });
      expect(await sut.oldestOpenAnswer()).toBe(`evt_${state}`);
    }
    const open = { queued: 3, sending: 1, unknown: 1, dead: 2 };
    expect(Object.fromEntries(await sut.countOpen())).toEqual(open);
    const metrics = await p.module.get(Registry, { strict: false }).metrics();
    for (const [state, count] of Object.entries(open))
      expect(metrics).toContain(`gatehouse_deliveries{state="${state}"} ${count}\n`);
  });

  it('have another mark after every change that they show', async () => {
    const id = await store(NOON);
    const change = (values: Partial<Row<'deliveries'>>) => () =>
      p.db.on().updateTable('deliveries').set(values).where('id', '=', id).execute();
    const marks = [await sut.mark()];
    const changes = [
      change({ attempts: 2 }),
      change({ delivered_at: 1 }),
      change({ read_at: 1 }),
      change({ state: 'dead' }),
      change({ state: 'unknown' }),
      () => store(NOON + 1),
    ];
    for (const make of changes) {
      await make();
      marks.push(await sut.mark());
    }
    expect(new Set(marks).size).toBe(changes.length + 1);
    expect(await sut.mark()).toBe(marks.at(-1));
  });

  it('give the parts of a line: of its place and event, from its first on, and stored soon after it', async () => {
    const line = (deliveryId: string, more: object = {}) => ({
      deliveryId,
      eventId: 'evt_1',
      conversationId: 'c',
      at: NOON,
      ...more,
    });
    await store(NOON - 1);
    const file = { kind: 'media', mediaId: 'med_1', filename: 'a.txt', mimeType: 'text/plain', bytes: 1 };
    const first = await store(NOON, { state: 'dead', last_code: 'rejected', delivered_at: 1, read_at: 2 });
    const second = await store(NOON + 249, {
      content: JSON.stringify(file),
      media_id: 'med_1',
      author: null,
    });
    await store(NOON + 250);
    await store(NOON + 1, { author: 'gateway' });
    await store(NOON + 1, { conversation_id: 'd' });
    await store(NOON + 1, { event_id: 'evt_2' });
    const operators = await store(NOON + 1, { event_id: null, author: 'operator' });
    const sent = { state: 'sent', code: null, deliveredAt: null, readAt: null, content: undefined };
    const parts = await sut.partsOf([line(first), line(operators, { eventId: operators })]);
    expect([...parts]).toEqual([
      [
        first,
        [
          { id: first, state: 'dead', code: 'rejected', deliveredAt: 1, readAt: 2, content: undefined },
          { ...sent, id: second, content: file },
        ],
      ],
      [operators, [{ ...sent, id: operators }]],
    ]);
    expect((await sut.partsOf([])).size).toBe(0);
    // A line that was stored later, but at most ten seconds; two lines of one event have their own.
    const late = await store(NOON + 10_249);
    await store(NOON + 10_250);
    const idsOf = async (...lines: readonly ReturnType<typeof line>[]) =>
      [...(await sut.partsOf(lines)).values()].map((all) => all.map(({ id }) => id));
    expect((await idsOf(line(first, { at: NOON + 60_000 })))[0]).toContain(late);
    expect((await idsOf(line(first, { at: NOON + 60_000 })))[0]).toHaveLength(4);
    expect(await idsOf(line(first), line(second, { at: NOON + 200 }))).toMatchObject([
      [first],
      [second, expect.any(String)],
    ]);
  });
});
