import { Module } from '@nestjs/common';
import { ChannelHostModule } from './channel-host/channel-host.module.js';
import { ConnectorStateModule } from './channel-host/connector-state.module.js';
import { LoopsModule } from './loops/loops.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { PollsModule } from './polls/polls.module.js';
import { ReasonsModule } from './operator/reasons/reasons.module.js';
import { ViewModule } from './operator/view/view.module.js';

/** The path of a message through the gateway; each step is a module of its own. */
@Module({
  imports: [
    ChannelHostModule,
    ConnectorStateModule,
    LoopsModule,
    OperatorModule,
    PollsModule,
    ReasonsModule,
    ViewModule,
  ],
  exports: [ChannelHostModule, LoopsModule, OperatorModule, PollsModule, ReasonsModule, ViewModule],
})
export class ConversationsModule {}
