import type { ConnectorRegistry, OutboundContent, Target } from '../channels/index.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import type { MediaStore } from '../media/index.js';
import type { JobQueue, NewJob, Tx } from '../persistence/index.js';
import type { OutboundFile } from './files/outbound-file.js';
import { Outbox } from './outbox.service.js';
import type { Delivery } from './records/delivery.js';
import type { DeliveryRepository } from './records/delivery.repository.js';

const NOW = Date.UTC(2026, 0, 1);
const TARGET = { channel: 'fake', account: 'default', conversation: 'c' } as unknown as Target;
const TEXT = { kind: 'text', text: 'hi' } as const;
const FILE = { kind: 'media', mediaId: 'med_1' } as unknown as OutboundContent;
const FULL = {
  findSent: () => undefined,
  capabilities: () => ({ features: { reconcile: 'full' } }),
};

/** An outbox, and what it stores and queues. Without a connector the channel is gone. */
function make({ connector = FULL, hasRoom = true }: { connector?: object | null; hasRoom?: boolean } = {}) {
  const stored: Delivery[] = [];
  const jobs: NewJob[] = [];
  const used: string[] = [];
  /** The id of what each job is about, where it is new. */
  const subjects: (string | undefined)[] = [];
  const queue = {
    enqueue: async (_tx: unknown, { prepareSubject, ...job }: NewJob) => {
      jobs.push(job);
      subjects.push(((await prepareSubject?.(hasRoom)) as Delivery | undefined)?.id);
    },
  };
  const repository = {
    insert: async (_tx: unknown, delivery: Delivery, job: NewJob) => {
      stored.push(delivery);
      expect(job).toEqual(jobs.at(-1));
    },
  };
  const sut = new Outbox(
    repository as unknown as DeliveryRepository,
    queue as unknown as JobQueue,
    { find: () => connector ?? undefined } as unknown as ConnectorRegistry,
    new FakeClock(NOW),
    { use: async (_tx: unknown, id: string) => void used.push(id) } as unknown as MediaStore,
  );
  return { sut, stored, jobs, used, subjects };
}

const BEGUN = { state: 'sending', attempts: 1, firstAttemptAt: NOW, lastAttemptAt: NOW };
const QUEUED = { state: 'queued', attempts: 0, firstAttemptAt: null, lastAttemptAt: null };

it.each<[string, Parameters<typeof make>[0], OutboundContent, object]>([
  ['a text', {}, TEXT, BEGUN],
  ['a file, which waits for others', {}, FILE, QUEUED],
  ['a text that has no room', { hasRoom: false }, TEXT, QUEUED],
  ['a text of a channel that is gone', { connector: null }, TEXT, QUEUED],
  ['a text that no one finds again', { connector: { ...FULL, findSent: undefined } }, TEXT, QUEUED],
  [
    'a text that not everyone finds again',
    { connector: { ...FULL, capabilities: () => ({ features: { reconcile: 'partial' } }) } },
    TEXT,
    QUEUED,
  ],
])('%s is stored as it can begin', async (_, given, content, expected) => {
  const { sut, stored } = make(given);
  const id = await sut.add({} as Tx, { target: TARGET, content, author: 'assistant' });
  expect(id).toMatch(/^dlv_/);
  const made = { id, target: TARGET, content, author: 'assistant', eventId: null, createdAt: NOW };
  expect(stored).toMatchObject([{ ...made, ...expected, failures: 0, remoteId: null }]);
});

it('messages wait in the lane of their conversation, and a file that is handed over in its own', async () => {
  const { sut, stored, jobs, subjects } = make();
  const carried = { traceparent: '00-a-b-01' };
  const message = { id: 'dlv_1', target: TARGET, author: 'gateway', eventId: 'evt_1' } as const;
  expect(await sut.add({} as Tx, { ...message, content: TEXT, carried })).toBe('dlv_1');
  const handover = { kind: 'handover' } as unknown as OutboundContent;
  await sut.add({} as Tx, { ...message, id: 'dlv_2', content: handover });
  await sut.addAgain({} as Tx, stored[0]!);
  const lane = 'fake:default:c';
  expect(jobs).toEqual([
    { kind: 'delivery', key: lane, payload: { deliveryId: 'dlv_1', ...carried } },
    { kind: 'delivery', key: `${lane}:dlv_2`, payload: { deliveryId: 'dlv_2' } },
    { kind: 'delivery', key: lane, payload: { deliveryId: 'dlv_1' } },
  ]);
  expect(subjects).toEqual(['dlv_1', 'dlv_2', undefined]);
  expect(stored[0]).toMatchObject({ eventId: 'evt_1' });
});

it('a file is used from the moment it is added', async () => {
  const { sut, stored, used } = make();
  const contentOf = (asVoice: boolean) => ({ ...FILE, asVoice });
  const file = { media: { id: 'med_1' }, contentOf } as unknown as OutboundFile;
  const message = { target: TARGET, author: 'assistant', file } as const;
  await sut.addFile({} as Tx, { ...message, asVoice: true });
  await sut.addFile({} as Tx, { ...message, asVoice: false, replyStyle: 'thread' });
  expect(stored.map(({ content }) => content)).toStrictEqual([
    { ...FILE, asVoice: true },
    { ...FILE, asVoice: false, replyStyle: 'thread' },
  ]);
  expect(used).toEqual(['med_1', 'med_1']);
});
