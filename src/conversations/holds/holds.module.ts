import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TranscriptModule } from '../transcript/transcript.module.js';
import { HoldGauge } from './hold-gauge.js';
import { HoldRecord } from './hold-record.service.js';
import { Holds } from './holds.service.js';
import { HoldsInForce } from './holds-in-force.js';
import { HoldsRepository } from './holds.repository.js';
import { OpenMessages } from './open-messages.service.js';
import { PersonalHolds } from './personal-holds.repository.js';

/** Conversations that a person has taken over from the assistant. */
@Module({
  imports: [AccessControlModule, InboxModule, SessionsModule, TranscriptModule],
  providers: [HoldGauge, HoldRecord, Holds, HoldsInForce, HoldsRepository, OpenMessages, PersonalHolds],
  exports: [Holds, HoldsInForce, OpenMessages],
})
export class HoldsModule {}
