import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { DeliveryModule } from '../../delivery/index.js';
import { TranscriptModule } from '../transcript/transcript.module.js';
import { GateModule } from '../gate/gate.module.js';
import { ApprovalGauge } from './approval-gauge.js';
import { ApprovalAnswers } from './approval-answers.service.js';
import { Approvals } from './approvals.service.js';
import { ApprovalsRepository } from './approvals.repository.js';
import { DecisionRecord } from './decision-record.service.js';
import { Deciders } from './deciders.service.js';
import { PermissionsRepository } from './permissions.repository.js';

/** Tool calls that wait for a person's decision. */
@Module({
  imports: [AccessControlModule, DeliveryModule, GateModule, TranscriptModule],
  providers: [
    ApprovalAnswers,
    ApprovalGauge,
    Approvals,
    ApprovalsRepository,
    Deciders,
    DecisionRecord,
    PermissionsRepository,
  ],
  exports: [ApprovalAnswers, Approvals, Deciders],
})
export class ApprovalsModule {}
