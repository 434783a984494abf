import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { OutgoingModule, SessionsModule } from '../conversations/index.js';
import { AgentTrials } from './agent-trials.service.js';
import { OperatorActions } from './operator-actions.service.js';
import { OperatorMessages } from './operator-messages.service.js';
import { OperatorOrders } from './operator-orders.service.js';
import { OperatorRemote } from './operator-remote.service.js';
import { OperatorSending } from './operator-sending.service.js';
import { OperatorSendsRepository } from './operator-sends.repository.js';
import { OperatorTargets } from './operator-targets.service.js';
import { PollAdminService } from './poll-admin.service.js';
import { ReasonsModule } from './reasons/reasons.module.js';
import { PersonalSends } from './personal-sends.repository.js';

/** Messages, actions and polls that operators ask for, and their questions to agents. */
@Module({
  imports: [
    AccessControlModule,
    AssistantModule,
    DeliveryModule,
    OutgoingModule,
    ReasonsModule,
    SessionsModule,
  ],
  providers: [
    PersonalSends,
    AgentTrials,
    OperatorActions,
    OperatorMessages,
    OperatorOrders,
    OperatorRemote,
    OperatorSending,
    OperatorSendsRepository,
    OperatorTargets,
    PollAdminService,
  ],
  exports: [AgentTrials, OperatorActions, OperatorMessages, PollAdminService],
})
export class OperatorModule {}
