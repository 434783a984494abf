import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { DeliveryModule } from '../../delivery/index.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { OperatorSendsRepository } from '../outgoing/operator-sends.repository.js';
import { PollsModule } from '../polls/polls.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TranscriptModule } from '../transcript/transcript.module.js';
import { OperatorActions } from './operator-actions.service.js';
import { OperatorMessages } from './operator-messages.service.js';
import { OperatorOrders } from './operator-orders.service.js';
import { OperatorRemote } from './operator-remote.service.js';
import { OperatorSpeech } from './operator-speech.service.js';
import { OperatorTargets } from './operator-targets.service.js';
import { PollAdminService } from './poll-admin.service.js';
import { PollPlaces } from './poll-places.service.js';

/** Messages, actions and polls that operators ask for. */
@Module({
  imports: [
    AccessControlModule,
    DeliveryModule,
    OutgoingModule,
    PollsModule,
    SessionsModule,
    TranscriptModule,
  ],
  providers: [
    OperatorActions,
    OperatorMessages,
    OperatorOrders,
    OperatorRemote,
    OperatorSendsRepository,
    OperatorSpeech,
    OperatorTargets,
    PollAdminService,
    PollPlaces,
  ],
  exports: [OperatorActions, OperatorMessages, PollAdminService],
})
export class OperatorModule {}
