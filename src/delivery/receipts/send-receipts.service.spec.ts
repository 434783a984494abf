import type { AccountId, ChannelId, ConnectorRegistry, RemoteMessageId } from '../../channels/index.js';
import type { Database, JobQueue } from '../../persistence/index.js';
import type { DeliveryRepository } from '../records/delivery.repository.js';
import type { ProgressLog } from './progress-log.js';
import { RecentlySent } from './recently-sent.js';
import { SendReceipts } from './send-receipts.service.js';

it('looks nothing up for the echo of a send that the remote has answered here', async () => {
  const recentlySent = new RecentlySent();
  const asked: string[] = [];
  const repository = { find: async (id: string) => void asked.push(id) } as unknown as DeliveryRepository;
  const sut = new SendReceipts(
    {} as Database,
    repository,
    {} as JobQueue,
    {} as ConnectorRegistry,
    recentlySent,
    {} as ProgressLog,
  );
  const echoOf = (correlationId: string) =>
    sut.note({
      channel: 'imbridge' as ChannelId,
      account: 'default' as AccountId,
      kind: 'sent',
      correlationId,
      messageId: 'GUID' as RemoteMessageId,
      at: 1,
    });
  recentlySent.note('dlv_here');
  await echoOf('dlv_here');
  await echoOf('dlv_elsewhere');
  expect(asked).toEqual(['dlv_elsewhere']);
  for (let n = 0; n < 1_000; n++) recentlySent.note(`dlv_${n}`);
  expect(recentlySent.has('dlv_here')).toBe(false);
});
