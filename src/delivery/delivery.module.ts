import { Module } from '@nestjs/common';
import { MediaModule } from '../media/index.js';
import { AttemptRecorder } from './attempts/attempt-recorder.js';
import { Deliveries } from './deliveries.service.js';
import { DeliveryCloser } from './delivery-closer.service.js';
import { DeliveryEnds } from './delivery-ends.service.js';
import { DeliveryMetrics } from './records/delivery-metrics.js';
import { DeliveryJob } from './attempts/delivery.job.js';
import { DeadDeliveries, SentDeliveries } from './records/delivery-retention.repository.js';
import { DeliveryListsRepository } from './records/delivery-lists.repository.js';
import { DeliveryRepository } from './records/delivery.repository.js';
import { FileOffers } from './file-offers.service.js';
import { AttemptSender } from './attempts/attempt-sender.js';
import { OurMessagesRepository } from './our-messages/our-messages.repository.js';
import { OurMessages } from './our-messages/our-messages.service.js';
import { OutboundMedia } from './files/outbound-media.service.js';
import { Outbox } from './outbox.service.js';
import { RecentEnds } from './receipts/recent-ends.js';
import { Receipts } from './receipts/receipts.service.js';
import { SentSignals } from './attempts/sent-signals.js';

/** The outbound side: outbox, attempts, retry, reconcile, dead letters. */
@Module({
  imports: [MediaModule],
  providers: [
    AttemptRecorder,
    AttemptSender,
    Deliveries,
    DeliveryCloser,
    DeliveryEnds,
    DeliveryJob,
    DeliveryMetrics,
    DeliveryListsRepository,
    DeliveryRepository,
    RecentEnds,
    FileOffers,
    OurMessages,
    OurMessagesRepository,
    OutboundMedia,
    Outbox,
    Receipts,
    SentSignals,
    SentDeliveries,
    DeadDeliveries,
  ],
  exports: [Deliveries, DeliveryEnds, FileOffers, OurMessages, Outbox, Receipts, SentSignals],
})
export class DeliveryModule {}
