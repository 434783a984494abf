import type { Database } from '../../persistence/index.js';
import type { Receipt } from './delivery.js';
import { DeliveryRepository } from './delivery.repository.js';

it('receipts are written in the order of their messages, so that two replicas never wait for each other', async () => {
  const written: string[] = [];
  const sut = Object.assign(new DeliveryRepository({} as Database), {
    recordReceipt: async (_tx: unknown, { remoteId }: Receipt) => void written.push(remoteId),
  });
  const news = ['b', 'd', 'a', 'c', 'a'].map((remoteId) => ({ remoteId }) as Receipt);
  await sut.recordReceipts({} as never, news);
  expect(written).toEqual(['a', 'a', 'b', 'c', 'd']);
});
