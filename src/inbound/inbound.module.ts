import { Module } from '@nestjs/common';
import { AssistantModule } from '../assistant/index.js';
import {
  ApprovalsModule,
  GateModule,
  HoldsModule,
  InboxModule,
  PollsModule,
  SessionsModule,
  TranscriptModule,
} from '../conversations/index.js';
import { TurnsModule } from '../turns/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { PairingModule } from '../pairing/index.js';
import { CommandsModule } from './commands/commands.module.js';
import { PairingNotice } from './pairing-notice.service.js';
import { ApprovalDecisions } from './approval-decisions.service.js';
import { ContextRecorder } from './context-recorder.service.js';
import { DroppedEvents } from './dropped-events.service.js';
import { AdmittedEvents, EventDispatcher, InboundAsideJob, InboundJob } from './inbound.job.js';
import { FirstLane, Inbox } from './inbox.service.js';
import { InboundQueries } from './sinks/inbound-queries.service.js';
import { FirstJudgement, InboundLanes } from './inbound-lanes.js';
import { InboundSinks } from './sinks/inbound-sinks.service.js';
import { OpenQuestions, OwnActivities, OwnActivityRecord } from './sinks/own-activity.service.js';
import { PairingResponder } from './pairing-responder.service.js';
import { UnansweredEvents } from './unanswered.service.js';

const INTAKE = [Inbox, FirstJudgement, FirstLane, InboundLanes, InboundJob, InboundAsideJob];
const ROUTES = [AdmittedEvents, EventDispatcher, InboundQueries, InboundSinks];
const ENDS = [ApprovalDecisions, ContextRecorder, DroppedEvents, PairingResponder, UnansweredEvents];
const OWN = [OpenQuestions, OwnActivities, OwnActivityRecord];

/**
 * The entrance for events: takes them from connectors, passes them through the gate, and on to the services for their
 * kind.
 */
@Module({
  imports: [
    ApprovalsModule,
    AssistantModule,
    CommandsModule,
    DeliveryModule,
    GateModule,
    HoldsModule,
    InboxModule,
    PairingModule,
    PollsModule,
    SessionsModule,
    TranscriptModule,
    TurnsModule,
  ],
  providers: [...INTAKE, ...ROUTES, ...ENDS, ...OWN, PairingNotice],
  exports: [InboundSinks],
})
export class InboundModule {}
