import { Global, Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { ConnectorState } from '../channels/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { PairingModule } from '../pairing/index.js';
import { ChannelHost } from './channel-host.js';
import { ConnectorStateRepository } from './connector-state.repository.js';
import { COMMAND_PROVIDERS } from './commands/commands.providers.js';
import { DropCounter } from './drop-counter.js';
import { EventDispatcher } from './event-dispatcher.service.js';
import { Gate } from './gate.service.js';
import { HistoryService } from './turns/history.service.js';
import { InboundJob } from './inbound.job.js';
import { InboundLanes } from './inbound-lanes.js';
import { InboxRepository } from './inbox.repository.js';
import { Inbox } from './inbox.service.js';
import { Listener } from './listener.service.js';
import { MentionGate } from './mention-gate.service.js';
import { Presence } from './turns/presence.service.js';
import { Reply } from './turns/reply.service.js';
import { SenderGate } from './sender-gate.service.js';
import { RunningTurns } from './sessions/running-turns.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionRouter } from './sessions/session-router.js';
import { ShortIds } from './sessions/short-ids.js';
import { Reflections } from './reflections.service.js';
import { Stranger } from './stranger.service.js';
import { MessageEffects } from './tools/message-effects.service.js';
import { MessageTool } from './tools/message-tool.service.js';
import { TurnStepsRepository } from './tools/turn-steps.repository.js';
import { TranscriptRepository } from './transcript.repository.js';
import { TurnCommit } from './turns/turn-commit.service.js';
import { TurnContext } from './turns/turn-context.service.js';
import { TurnImages } from './turns/turn-images.service.js';
import { TurnMessages } from './turns/turn-messages.service.js';
import { TurnOutcome } from './turns/turn-outcome.service.js';
import { TurnProgressRepository } from './turns/turn-progress.repository.js';
import { TurnRecord } from './turns/turn-record.service.js';
import { TurnRetry } from './turns/turn-retry.js';
import { TurnService } from './turns/turn.service.js';
import { ConversationViewRepository } from './view/conversation-view.repository.js';
import { Conversations } from './view/conversations.service.js';

const INBOUND = [
  Inbox,
  InboxRepository,
  InboundJob,
  InboundLanes,
  EventDispatcher,
  Gate,
  MentionGate,
  SenderGate,
  Listener,
  Reflections,
  Stranger,
  ...COMMAND_PROVIDERS,
  DropCounter,
  SessionRouter,
  SessionRepository,
  RunningTurns,
];
const TURNS = [
  TurnService,
  TurnContext,
  TurnMessages,
  TurnImages,
  TurnCommit,
  TurnOutcome,
  TurnRecord,
  TurnProgressRepository,
  TurnRetry,
  Reply,
  HistoryService,
  TranscriptRepository,
  Presence,
  ShortIds,
  MessageTool,
  MessageEffects,
  TurnStepsRepository,
];

/** The inbound pipeline. Global only for ConnectorState, which connectors find without knowing this module. */
@Global()
@Module({
  imports: [AccessControlModule, PairingModule, DeliveryModule, AssistantModule],
  providers: [
    ...INBOUND,
    ...TURNS,
    ChannelHost,
    Conversations,
    ConversationViewRepository,
    { provide: ConnectorState, useClass: ConnectorStateRepository },
  ],
  exports: [ChannelHost, Conversations, ConnectorState],
})
export class ConversationsModule {}
