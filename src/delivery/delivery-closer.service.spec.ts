import { jest } from '@jest/globals';
import type { FileOffer } from '../channels/index.js';
import type { MediaStore } from '../media/index.js';
import type { ClaimedJob, Database } from '../persistence/index.js';
import { DeliveryCloser } from './delivery-closer.service.js';
import type { Outbox } from './outbox.service.js';
import { RecentEnds } from './receipts/recent-ends.js';
import type { Delivery } from './records/delivery.js';
import type { DeliveryMetrics } from './records/delivery-metrics.js';

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
