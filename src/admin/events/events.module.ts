import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { ConditionsModule } from '../../conditions/index.js';
import { ConversationsModule } from '../../conversations/index.js';
import { OperatorModule } from '../../operator/index.js';
import { DeliveryModule } from '../../delivery/index.js';
import { PairingModule } from '../../pairing/index.js';
import { StatusModule } from '../status/status.module.js';
import { EventFeeds } from './event-feeds.service.js';
import { FeedWatcher } from './feed-watcher.service.js';
import { HintWatcher } from './hints/hint-watcher.service.js';
import { ListMarks } from './hints/list-marks.service.js';
import { EventStreams } from './event-streams.service.js';
import { EventsController } from './events.controller.js';
import { StreamSlots } from './stream-slots.js';
import { WebhooksAdminModule } from './webhooks/webhooks-admin.module.js';

/** `/admin/v1/events` and `/admin/v1/webhooks`: the stream of events, the timeline of an inbound message, and who else is told. */
@Module({
  imports: [
    AccessControlModule,
    ConditionsModule,
    ConversationsModule,
    OperatorModule,
    DeliveryModule,
    PairingModule,
    StatusModule,
    WebhooksAdminModule,
  ],
  controllers: [EventsController],
  providers: [EventFeeds, EventStreams, FeedWatcher, HintWatcher, ListMarks, StreamSlots],
  exports: [StreamSlots],
})
export class EventsModule {}
