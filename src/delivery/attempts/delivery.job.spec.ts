import { FakeClock } from '../../../test/support/fake-clock.js';
import type { ChannelConnector, ConnectorRegistry } from '../../channels/index.js';
import type { DeliveryConfig } from '../../config/index.js';
import { type ClaimedJob, type Database, DONE } from '../../persistence/index.js';
import type { DeliveryCloser } from '../delivery-closer.service.js';
import type { OurMessages } from '../our-messages/our-messages.service.js';
import type { Delivery } from '../records/delivery.js';
import type { DeliveryRepository } from '../records/delivery.repository.js';
import { AttemptRecorder } from './attempt-recorder.js';
import type { AttemptSender } from './attempt-sender.js';
import { DeliveryJob } from './delivery.job.js';

const HOUR_MS = 3_600_000;
const RETRY = { kind: 'retry', afterMs: 60_000, reason: 'channel not configured' } as const;

/** A job whose delivery is in this state, on a channel with or without a connector. */
function make(state: Delivery['state'], connector?: ChannelConnector) {
  const target = { channel: 'fake', account: 'default', conversation: 'c' };
  const delivery = { id: 'dlv_1', state, target } as unknown as Delivery;
  const sut = new DeliveryJob(
    { find: async () => delivery } as unknown as DeliveryRepository,
    {} as OurMessages,
    { find: () => connector } as unknown as ConnectorRegistry,
    { skip: async () => DONE, waitForChannel: async () => RETRY } as unknown as AttemptRecorder,
    { isBusyFor: () => true } as unknown as AttemptSender,
  );
  return () => sut.handle({ payload: { deliveryId: delivery.id } } as unknown as ClaimedJob);
}

it.each(['sent', 'dead'] as const)(
  'the job of a %s delivery is done, without waiting for channel or files',
  async (state) => {
    expect(await make(state)()).toBe(DONE);
    expect(await make(state, {} as ChannelConnector)()).toBe(DONE);
  },
);

it('the job of a queued delivery is retried while its channel is missing', async () => {
  expect(await make('queued')()).toBe(RETRY);
});

it.each([
  [HOUR_MS, { ...RETRY, free: true }],
  [HOUR_MS + 1, DONE],
])(
  'a delivery that was not tried yet waits for its channel for an hour, not for %i ms',
  async (age, expected) => {
    const clock = new FakeClock(age);
    const sut = new AttemptRecorder(
      {} as Database,
      {} as DeliveryRepository,
      clock,
      { maxAgeHours: 1, maxAttempts: 8 } as DeliveryConfig,
      { close: async () => DONE } as unknown as DeliveryCloser,
    );
    const delivery = { id: 'dlv_1', createdAt: 0, firstAttemptAt: null, lastCode: null, target: {} };
    const result = await sut.waitForChannel({} as ClaimedJob, delivery as unknown as Delivery);
    expect(result).toEqual(expected);
  },
);

it.each([
  ['nothing more', undefined, 'timeout', {}],
  ['more', 'in-flight', 'in-flight', { endedAt: 5_000 }],
] as const)(
  'the end of an attempt whose outcome is unknown moves only where %s is known now',
  async (_, code, lastCode, end) => {
    const changes: unknown[] = [];
    const db = { transaction: (work: (tx: unknown) => unknown) => work({}) } as unknown as Database;
    const change = async (_tx: unknown, _id: string, what: unknown) => void changes.push(what);
    const sut = new AttemptRecorder(
      db,
      { change } as unknown as DeliveryRepository,
      new FakeClock(5_000),
      { maxAgeHours: 1, maxAttempts: 8 } as DeliveryConfig,
      {} as DeliveryCloser,
    );
    const job = { hold: async () => undefined } as unknown as ClaimedJob;
    const delivery = { id: 'dlv_1', firstAttemptAt: 0, lastAttemptAt: 0, lastCode: 'timeout' } as Delivery;
    await sut.keepWaiting(job, delivery, { kind: 'unresolved', detail: 'no row yet', code });
    expect(changes).toEqual([{ state: 'unknown', detail: 'no row yet', code: lastCode, ...end }]);
  },
);
