import { Module } from '@nestjs/common';
import { AssistantModule } from '../assistant/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { UsageModule } from '../usage/index.js';
import {
  GateModule,
  HoldsModule,
  InboxModule,
  OutgoingModule,
  SessionsModule,
  TranscriptModule,
} from '../conversations/index.js';
import { Reply } from './answer/reply.service.js';
import { ContextModule } from './context/context.module.js';
import { TurnClosing } from './ends/turn-closing.service.js';
import { TurnProgressRepository } from './ends/turn-progress.repository.js';
import { Joining, JoiningRules } from './joining.service.js';
import { Presence } from './presence.service.js';
import { RunningTurns } from './running-turns.js';
import { ToolsModule } from './tools/tools.module.js';
import { TurnAssistant, TurnService } from './turn.service.js';
import { TurnCommit, TurnStreams } from './turn-commit.service.js';
import { TurnOutcome, TurnRetry } from './turn-outcome.service.js';
import { PersonalTurns } from './ends/personal-turns.repository.js';

const ENDING = [TurnClosing, TurnCommit, TurnOutcome, TurnProgressRepository, TurnRetry, TurnStreams];

/** Turns of the conversation: from a message that is let in to its answer in the outbox. */
@Module({
  imports: [
    AssistantModule,
    ContextModule,
    DeliveryModule,
    GateModule,
    HoldsModule,
    InboxModule,
    OutgoingModule,
    SessionsModule,
    ToolsModule,
    TranscriptModule,
    UsageModule,
  ],
  providers: [
    PersonalTurns,
    ...ENDING,
    Reply,
    Joining,
    JoiningRules,
    Presence,
    RunningTurns,
    TurnAssistant,
    TurnService,
  ],
  exports: [Joining, Reply, RunningTurns, TurnService],
})
export class TurnsModule {}
