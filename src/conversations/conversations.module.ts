import { Module } from '@nestjs/common';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { ApprovedCallsModule } from './turns/approved/approved-calls.module.js';
import { ChannelHostModule } from './channel-host/channel-host.module.js';
import { ConnectorStateModule } from './channel-host/connector-state.module.js';
import { FiguresModule } from './operator/figures/figures.module.js';
import { HoldsModule } from './holds/holds.module.js';
import { InboxModule } from './inbox/inbox.module.js';
import { LoopsModule } from './gate/loops/loops.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { PollsModule } from './outgoing/polls/polls.module.js';
import { ReasonsModule } from './operator/reasons/reasons.module.js';
import { ViewModule } from './operator/view/view.module.js';

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
