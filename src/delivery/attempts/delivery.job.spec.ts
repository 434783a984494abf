import type { ChannelConnector, ConnectorRegistry } from '../../channels/index.js';
import { type ClaimedJob, DONE } from '../../persistence/index.js';
import type { OurMessages } from '../our-messages/our-messages.service.js';
import type { Delivery } from '../records/delivery.js';
import type { DeliveryRepository } from '../records/delivery.repository.js';
import type { AttemptRecorder } from './attempt-recorder.js';
import type { AttemptSender } from './attempt-sender.js';
import { DeliveryJob } from './delivery.job.js';

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
