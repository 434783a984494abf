import { Module } from '@nestjs/common';
import { DeliveryModule } from '../../delivery/index.js';
import { ApprovalsModule, GateModule, InboxModule } from '../../conversations/index.js';
import { ToolsModule } from '../tools/tools.module.js';
import { ApprovalDisplay } from './approval-display.service.js';
import { ApprovalJob } from './approval.job.js';
import { ApprovedCalls } from './approved-calls.service.js';
import { CallCheck } from './call-check.service.js';
import { CallOutcome } from './call-outcome.service.js';

/** The calls that people have allowed, and what follows from them. */
@Module({
  imports: [ApprovalsModule, DeliveryModule, GateModule, InboxModule, ToolsModule],
  providers: [ApprovalDisplay, ApprovalJob, ApprovedCalls, CallCheck, CallOutcome],
})
export class ApprovedCallsModule {}
