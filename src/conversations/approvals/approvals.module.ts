import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { AssistantModule } from '../../assistant/index.js';
import { DeliveryModule } from '../../delivery/index.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { TranscriptModule } from '../transcript/transcript.module.js';
import { GateModule } from '../gate/gate.module.js';
import { ApprovalGauge } from './approval-gauge.js';
import { ApprovalAnswers } from './approval-answers.service.js';
import { ApprovalRequests } from './approval-requests.service.js';
import { Approvals } from './approvals.service.js';
import { ApprovalsRepository } from './approvals.repository.js';
import { DecisionRecord } from './decision-record.service.js';
import { Deciders } from './deciders.service.js';
import { RequestMessages } from './request-messages.service.js';
import { PermissionsRepository } from './permissions.repository.js';
import { PersonalApprovals } from './personal-approvals.repository.js';

/** Tool calls that wait for a person's decision. */
@Module({
  imports: [
    AccessControlModule,
    AssistantModule,
    DeliveryModule,
    GateModule,
    OutgoingModule,
    TranscriptModule,
  ],
  providers: [
    PersonalApprovals,
    ApprovalAnswers,
    ApprovalGauge,
    ApprovalRequests,
    Approvals,
    ApprovalsRepository,
    Deciders,
    DecisionRecord,
    PermissionsRepository,
    RequestMessages,
  ],
  exports: [ApprovalAnswers, ApprovalRequests, Approvals, Deciders],
})
export class ApprovalsModule {}
