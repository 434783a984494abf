import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeliveryModule } from '../delivery/index.js';
import type { CheckSource } from './check-source.js';
import { CHECK_SOURCES, Doctor } from './doctor.service.js';
import { ChannelChecks } from './gateway/channel-checks.js';
import { OpenTalkChecks, WorkChecks } from './gateway/work-checks.js';
import { ModelChecks } from './models/model-checks.js';

/** `gatehouse doctor`: the checks of the running gateway. */
@Module({
  imports: [AccessControlModule, ConversationsModule, DeliveryModule],
  providers: [
    ChannelChecks,
    Doctor,
    ModelChecks,
    OpenTalkChecks,
    WorkChecks,
    {
      provide: CHECK_SOURCES,
      inject: [ChannelChecks, ModelChecks, OpenTalkChecks, WorkChecks],
      useFactory: (...sources: readonly CheckSource[]) => sources,
    },
  ],
  exports: [Doctor],
})
export class DoctorModule {}
