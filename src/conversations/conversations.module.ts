import { Global, Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { ConnectorState } from '../channels/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { MediaModule } from '../media/index.js';
import { PairingModule } from '../pairing/index.js';
import { ApprovalNotice } from './inbound/approval-notice.service.js';
import { ChannelHost } from './channel-host/channel-host.js';
import { ConnectorStateRepository } from './channel-host/connector-state.repository.js';
import { INBOUND_PROVIDERS } from './inbound.providers.js';
import { LoopBreaks } from './loops/loop-breaks.service.js';
import { PollAdminService } from './operator/poll-admin.service.js';
import { POLL_PROVIDERS } from './polls/polls.providers.js';
import { Polls } from './polls/polls.service.js';
import { OperatorActions } from './operator/operator-actions.service.js';
import { OperatorMessages } from './operator/operator-messages.service.js';
import { OPERATOR_PROVIDERS } from './operator/operator.providers.js';
import { OUTGOING_PROVIDERS } from './outgoing/outgoing.providers.js';
import { TURN_PROVIDERS } from './turns/turns.providers.js';
import { SharedMainSession } from './sessions/shared-main-session.service.js';
import { Assistants } from './view/assistants.service.js';
import { ViewModule } from './view/view.module.js';

/** The inbound pipeline. Global only for ConnectorState, which connectors find without knowing this module. */
@Global()
@Module({
  imports: [AccessControlModule, PairingModule, DeliveryModule, MediaModule, AssistantModule, ViewModule],
  providers: [
    ...INBOUND_PROVIDERS,
    ...TURN_PROVIDERS,
    ...POLL_PROVIDERS,
    ...OUTGOING_PROVIDERS,
    ...OPERATOR_PROVIDERS,
    ApprovalNotice,
    Assistants,
    SharedMainSession,
    ChannelHost,
    { provide: ConnectorState, useClass: ConnectorStateRepository },
  ],
  exports: [
    Assistants,
    ChannelHost,
    ConnectorState,
    LoopBreaks,
    OperatorActions,
    OperatorMessages,
    PollAdminService,
    Polls,
    ViewModule,
  ],
})
export class ConversationsModule {}
