import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { PairingModule } from '../pairing/index.js';
import { TurnsModule } from '../turns/index.js';
import { UsageModule } from '../usage/index.js';
import { ApprovalDecisions } from './approval-decisions.service.js';
import { AccountStateGauge } from './channel-host/account-state-gauge.js';
import { AccountStatesRepository } from './channel-host/account-states.repository.js';
import { AccountStates } from './channel-host/account-states.service.js';
import { ChannelHost } from './channel-host/channel-host.js';
import { ConnectorStateModule } from './channel-host/connector-state.module.js';
import { CommandService } from './commands/command.service.js';
import { CHAT_COMMAND_PROVIDERS } from './commands/commands.js';
import { AnswersByCode } from './commands/tools/approval.commands.js';
import { ContextRecorder } from './context-recorder.service.js';
import { DroppedEvents } from './dropped-events.service.js';
import { InboundLanes } from './inbound-lanes.js';
import { EventDispatcher, InboundAsideJob, InboundJob } from './inbound.job.js';
import { Inbox } from './inbox.service.js';
import { PairingNotice } from './pairing-notice.service.js';
import { PairingResponder } from './pairing-responder.service.js';
import { InboundSinks } from './sinks/inbound-sinks.service.js';
import { OwnActivities, OwnActivityRecord } from './sinks/own-activity.service.js';
import { UnansweredEvents } from './unanswered.service.js';

const INTAKE = [Inbox, InboundLanes, InboundJob, InboundAsideJob];
const ROUTES = [EventDispatcher, InboundSinks];
const ENDS = [ApprovalDecisions, ContextRecorder, DroppedEvents, PairingResponder, UnansweredEvents];
const OWN = [OwnActivities, OwnActivityRecord];
const CHANNEL_HOST = [AccountStateGauge, AccountStates, AccountStatesRepository, ChannelHost];
const COMMANDS = [...CHAT_COMMAND_PROVIDERS, AnswersByCode, CommandService];

/**
 * Where an event begins: connects the accounts of all channels, takes events from connectors, passes them through the
 * gate, and on to the services for their kind; the commands that people give to the gateway in a chat.
 */
@Module({
  imports: [
    AccessControlModule,
    AssistantModule,
    ConnectorStateModule,
    ConversationsModule,
    DeliveryModule,
    PairingModule,
    TurnsModule,
    UsageModule,
  ],
  providers: [...INTAKE, ...ROUTES, ...ENDS, ...OWN, PairingNotice, ...CHANNEL_HOST, ...COMMANDS],
  exports: [ChannelHost],
})
export class InboundModule {}
