import { Module } from '@nestjs/common';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { ApprovedCallsModule } from '../turns/index.js';
import { ChannelHostModule, ConnectorStateModule } from '../inbound/index.js';
import { FiguresModule, OperatorModule, ReasonsModule, ViewModule } from '../operator/index.js';
import { HoldsModule } from './holds/holds.module.js';
import { InboxModule } from './inbox/inbox.module.js';
import { LoopsModule } from './gate/loops/loops.module.js';
import { PollsModule } from './outgoing/polls/polls.module.js';

/** The path of a message through the gateway; each step is a module of its own. */
@Module({
  imports: [
    ApprovalsModule,
    ApprovedCallsModule,
    ChannelHostModule,
    ConnectorStateModule,
    FiguresModule,
    HoldsModule,
    InboxModule,
    LoopsModule,
    OperatorModule,
    PollsModule,
    ReasonsModule,
    ViewModule,
  ],
  exports: [
    ApprovalsModule,
    ChannelHostModule,
    FiguresModule,
    HoldsModule,
    InboxModule,
    LoopsModule,
    OperatorModule,
    PollsModule,
    ReasonsModule,
    ViewModule,
  ],
})
export class ConversationsModule {}
