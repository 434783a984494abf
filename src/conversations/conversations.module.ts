import { Global, Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { ConnectorState } from '../channels/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { PairingModule } from '../pairing/index.js';
import { ChannelHost } from './channel-host.js';
import { ConnectorStateRepository } from './connector-state.repository.js';
import { DropCounter } from './drop-counter.js';
import { Gate } from './gate.service.js';
import { HistoryService } from './history.service.js';
import { InboundJob } from './inbound.job.js';
import { InboundLanes } from './inbound-lanes.js';
import { InboxRepository } from './inbox.repository.js';
import { Inbox } from './inbox.service.js';
import { Presence } from './presence.service.js';
import { Reflections } from './reflections.service.js';
import { Reply } from './reply.service.js';
import { SessionRouter } from './session-router.js';
import { Stranger } from './stranger.service.js';
import { TranscriptRepository } from './transcript.repository.js';
import { TurnCommit } from './turn-commit.service.js';
import { TurnRetry } from './turn-retry.js';
import { TurnService } from './turn.service.js';

const INBOUND = [
  Inbox,
  InboxRepository,
  InboundJob,
  InboundLanes,
  Gate,
  Reflections,
  Stranger,
  DropCounter,
  SessionRouter,
];
const TURNS = [TurnService, TurnCommit, TurnRetry, Reply, HistoryService, TranscriptRepository, Presence];

/** The inbound pipeline. Global only for ConnectorState, which connectors find without knowing this module. */
@Global()
@Module({
  imports: [AccessControlModule, PairingModule, DeliveryModule, AssistantModule],
  providers: [
    ...INBOUND,
    ...TURNS,
    ChannelHost,
    { provide: ConnectorState, useClass: ConnectorStateRepository },
  ],
  exports: [ChannelHost, ConnectorState],
})
export class ConversationsModule {}
