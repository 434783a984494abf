import { Global, Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { ConnectorState } from '../channels/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { PairingModule } from '../pairing/index.js';
import { ApprovalNotice } from './approval-notice.service.js';
import { ChannelHost } from './channel-host.js';
import { ConnectorStateRepository } from './connector-state.repository.js';
import { COMMAND_PROVIDERS } from './commands/commands.providers.js';
import { DropCounter } from './drop-counter.js';
import { EventDispatcher } from './event-dispatcher.service.js';
import { Gate } from './gate.service.js';
import { InboundAsideJob, InboundJob } from './inbound.job.js';
import { InboundLanes } from './inbound-lanes.js';
import { InboxRepository } from './inbox.repository.js';
import { Inbox } from './inbox.service.js';
import { Listener } from './listener.service.js';
import { MentionGate } from './mention-gate.service.js';
import { MentionPatterns } from './mention-patterns.js';
import { SenderGate } from './sender-gate.service.js';
import { Reflections } from './reflections.service.js';
import { SESSION_PROVIDERS } from './sessions/sessions.providers.js';
import { Stranger } from './stranger.service.js';
import { TURN_PROVIDERS } from './turns/turns.providers.js';
import { ConversationViewRepository } from './view/conversation-view.repository.js';
import { Conversations } from './view/conversations.service.js';

const INBOUND = [
  Inbox,
  InboxRepository,
  InboundJob,
  InboundAsideJob,
  InboundLanes,
  EventDispatcher,
  Gate,
  MentionGate,
  MentionPatterns,
  SenderGate,
  Listener,
  Reflections,
  Stranger,
  ...COMMAND_PROVIDERS,
  DropCounter,
  ...SESSION_PROVIDERS,
];

/** The inbound pipeline. Global only for ConnectorState, which connectors find without knowing this module. */
@Global()
@Module({
  imports: [AccessControlModule, PairingModule, DeliveryModule, AssistantModule],
  providers: [
    ...INBOUND,
    ...TURN_PROVIDERS,
    ApprovalNotice,
    ChannelHost,
    Conversations,
    ConversationViewRepository,
    { provide: ConnectorState, useClass: ConnectorStateRepository },
  ],
  exports: [ChannelHost, Conversations, ConnectorState],
})
export class ConversationsModule {}
