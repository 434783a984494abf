import { jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { FakeClock } from '../../test/support/fake-clock.js';
import type { FileOffer } from '../channels/index.js';
import type { MediaStore } from '../media/index.js';
import { type ClaimedJob, type Database, DONE } from '../persistence/index.js';
import { DeliveryCloser, DeliveryMetrics, RecentEnds } from './delivery-closer.service.js';
import type { Outbox } from './outbox.service.js';
import type { Delivery } from './records/delivery.js';
import type { DeliveryListsRepository } from './records/delivery-lists.repository.js';

/** Closes a delivery of a file. @returns what happened, in order */
async function steps(offer: FileOffer | undefined): Promise<string[]> {
  const seen: string[] = [];
  const note = (step: string) =>
    jest.fn(async () => {
      seen.push(step);
    });
  const db = {
    transaction: async (work: (tx: unknown) => Promise<void>) => {
      await work({});
      seen.push('committed');
    },
  };
  const media = {
    hold: async (id: string, until: number) => void seen.push(`held ${id} until ${until}`),
  };
  const sut = new DeliveryCloser(
    db as unknown as Database,
    {} as Outbox,
    { ended: () => undefined } as unknown as DeliveryMetrics,
    media as unknown as MediaStore,
    new RecentEnds(),
  );
  const delivery = { id: 'dlv_1', content: { kind: 'media', mediaId: 'med_1' } } as unknown as Delivery;
  const job = { complete: note('job done') } as unknown as ClaimedJob;
  await sut.close(job, delivery, { outcome: 'sent', change: note('ended'), offer });
  return seen;
}

it('an offered file is held before the delivery that kept it ends', async () => {
  const offer = { until: 9 } as FileOffer;
  expect(await steps(offer)).toEqual(['held med_1 until 9', 'ended', 'job done', 'committed']);
  expect(await steps(undefined)).toEqual(['ended', 'job done', 'committed']);
});

it.each([
  ['sent', undefined, { isBatch: true, noted: true, told: [] }],
  ['dead', undefined, { isBatch: false, noted: false, told: [] }],
  ['dead', 'lost', { isBatch: false, noted: false, told: ['lost'] }],
] as const)(
  'a delivery that ends as %s, with the notice %j, is written and told',
  async (outcome, notice, expected) => {
    const options: unknown[] = [];
    const told: unknown[] = [];
    const ended: unknown[] = [];
    const ends = new RecentEnds();
    const db = {
      transaction: async (work: (tx: unknown) => Promise<void>, given: object) => {
        options.push(given);
        await work({});
      },
    };
    const sut = new DeliveryCloser(
      db as unknown as Database,
      { add: async (_tx: unknown, message: unknown) => void told.push(message) } as unknown as Outbox,
      { ended: (...given: readonly unknown[]) => void ended.push(given) } as unknown as DeliveryMetrics,
      {} as MediaStore,
      ends,
    );
    const target = { channel: 'fake' };
    const delivery = {
      id: 'dlv_1',
      target,
      eventId: 'evt_1',
      content: { kind: 'text', replyStyle: 'thread' },
    } as unknown as Delivery;
    const job = { complete: async () => undefined } as unknown as ClaimedJob;
    const change = async () => undefined;
    expect(await sut.close(job, delivery, { outcome, change, notice })).toBe(DONE);
    expect(options).toEqual([{ mayWait: true, isBatch: expected.isBatch }]);
    expect(ended).toEqual([[delivery, outcome]]);
    expect(await ends.untilWritten('dlv_1')).toBe(expected.noted);
    const plain = { ...delivery, eventId: null, content: { kind: 'text' } } as unknown as Delivery;
    await sut.close(job, plain, { outcome, change, notice });
    expect(told).toEqual(
      expected.told.flatMap((text) => [
        {
          target,
          author: 'gateway',
          eventId: 'evt_1',
          content: { kind: 'text', text, replyStyle: 'thread' },
        },
        { target, author: 'gateway', content: { kind: 'text', text } },
      ]),
    );
  },
);

describe('RecentEnds', () => {
  let sut: RecentEnds;
  beforeEach(() => (sut = new RecentEnds()));

  it('waits for an end that is being written', async () => {
    const onDisk = Promise.withResolvers<boolean>();
    const write = sut.during('dlv_1', () => onDisk.promise);
    const asked = sut.untilWritten('dlv_1');
    const later = new Promise((resolve) => setImmediate(resolve, 'waits'));
    expect(await Promise.race([asked, later])).toBe('waits');
    onDisk.resolve(true);
    expect([await write, await asked, await sut.untilWritten('dlv_1')]).toEqual([true, true, false]);
  });

  it('forgets an end that could not be written', async () => {
    const write = sut.during('dlv_1', () => Promise.reject(new Error('no space')));
    const asked = sut.untilWritten('dlv_1');
    await expect(write).rejects.toThrow('no space');
    expect([await asked, await sut.untilWritten('dlv_1')]).toEqual([false, false]);
  });

  it('remembers the last 1,000 sent deliveries', async () => {
    for (let n = 0; n <= 1_000; n++) sut.noteSent(`dlv_${n}`);
    expect([await sut.untilWritten('dlv_0'), await sut.untilWritten('dlv_1')]).toEqual([false, true]);
  });
});

it('attempts, the time to the end and the deliveries by state are measured', async () => {
  const registry = new Registry();
  const lists = { countOpen: async () => new Map([['dead', 3]]) } as unknown as DeliveryListsRepository;
  const sut = new DeliveryMetrics(registry, lists, new FakeClock(10_000));
  const target = { channel: 'fake', account: 'default' };
  sut.attempted(target as never, 'unknown');
  sut.ended({ target, createdAt: 9_250 } as Delivery, 'dead');
  const text = await registry.metrics();
  const [place, lasted] = ['channel="fake",account="default"', 'gatehouse_delivery_duration_seconds'];
  for (const line of [
    `# HELP ${lasted} How long deliveries took from being made to their end, by channel, account and outcome (sent, dead).`,
    `${lasted}_sum{${place},outcome="dead"} 0.75`,
    `${lasted}_bucket{le="0.5",${place},outcome="dead"} 0`,
    `${lasted}_bucket{le="1",${place},outcome="dead"} 1`,
    `${lasted}_bucket{le="3600",${place},outcome="dead"} 1`,
    '# HELP gatehouse_delivery_attempts_total Attempts to send a message by channel, account and outcome (sent, not-sent, unknown), in this process.',
    `gatehouse_delivery_attempts_total{${place},outcome="unknown"} 1`,
    '# HELP gatehouse_deliveries Deliveries in the database by state (queued, sending, unknown, dead); the same at every replica.',
    'gatehouse_deliveries{state="dead"} 3',
  ])
    expect(text.split('\n')).toContain(line);
});
