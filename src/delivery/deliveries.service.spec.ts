import type { Database, JobQueue } from '../persistence/index.js';
import { Deliveries } from './deliveries.service.js';
import type { Outbox } from './outbox.service.js';
import type { DeliveryListsRepository } from './records/delivery-lists.repository.js';
import type { DeliveryRepository } from './records/delivery.repository.js';

it('a remote that is back is tried at once', async () => {
  const expedited: string[] = [];
  const sut = new Deliveries(
    {} as Database,
    {} as DeliveryRepository,
    {} as DeliveryListsRepository,
    {} as Outbox,
    { expedite: async (kind: string) => void expedited.push(kind) } as unknown as JobQueue,
  );
  await sut.remoteIsBack();
  expect(expedited).toEqual(['delivery']);
});
