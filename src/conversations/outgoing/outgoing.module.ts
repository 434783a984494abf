import { Module } from '@nestjs/common';
import { DeliveryModule } from '../../delivery/index.js';
import { MediaModule } from '../../media/index.js';
import { HoldsModule } from '../holds/holds.module.js';
import { PollsModule } from './polls/polls.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TranscriptModule } from '../transcript/transcript.module.js';
import { NamedMessages } from './named-messages.service.js';
import { OrderChecks } from './order-checks.service.js';
import { OrderFiles } from './order-files.service.js';
import { OrderLookup } from './order-lookup.service.js';
import { OutgoingMessages } from './outgoing-messages.service.js';
import { OutgoingRecord } from './outgoing-record.service.js';
import { RemoteActions } from './remote-actions.service.js';

/**
 * The only way to send messages, and to perform actions, that are not answers: for an assistant's tools and for
 * operators.
 */
@Module({
  imports: [DeliveryModule, HoldsModule, MediaModule, PollsModule, SessionsModule, TranscriptModule],
  providers: [
    NamedMessages,
    OrderChecks,
    OrderFiles,
    OrderLookup,
    OutgoingMessages,
    OutgoingRecord,
    RemoteActions,
  ],
  exports: [NamedMessages, OrderChecks, OrderFiles, OrderLookup, OutgoingMessages, RemoteActions],
})
export class OutgoingModule {}
