import { Module } from '@nestjs/common';
import { MediaModule } from '../media/index.js';
import { AttemptRecorder } from './attempts/attempt-recorder.js';
import { DeliveryCloser, DeliveryMetrics, RecentEnds } from './delivery-closer.service.js';
import { DeliveryEnds } from './delivery-ends.service.js';
import { DeliveryJob } from './attempts/delivery.job.js';
import { DeadDeliveries, SentDeliveries } from './records/delivery-retention.repository.js';
import { Deliveries } from './deliveries.repository.js';
import { DeliveryRepository } from './records/delivery.repository.js';
import { FileOffers } from './file-offers.service.js';
import { AttemptNews, AttemptSender, OutboundMedia, SentSignals } from './attempts/attempt-sender.js';
import { OurMessagesRepository } from './our-messages/our-messages.repository.js';
import { OurMessages } from './our-messages/our-messages.service.js';
import { Outbox } from './outbox.service.js';
import { Receipts } from './receipts/receipts.service.js';

/** The outbound side: outbox, attempts, retry, reconcile, dead letters. */
@Module({
  imports: [MediaModule],
  providers: [
    AttemptNews,
    AttemptRecorder,
    AttemptSender,
    Deliveries,
    DeliveryCloser,
    DeliveryEnds,
    DeliveryJob,
    DeliveryMetrics,
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
