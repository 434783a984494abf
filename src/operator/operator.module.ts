import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { McpModule } from '../mcp/index.js';
import { PairingModule } from '../pairing/index.js';
import { TurnsModule } from '../turns/index.js';
import { UsageModule } from '../usage/index.js';
import { AgentTrials } from './agent-trials.service.js';
import { FiguresRepository } from './figures/figures.repository.js';
import { Figures } from './figures/figures.service.js';
import { MinuteCount } from './figures/minute-count.service.js';
import { RollUpSchedule } from './figures/roll-up-schedule.js';
import { RollUp } from './figures/roll-up.service.js';
import { TracesRepository } from './figures/traces.repository.js';
import { OperatorActions } from './operator-actions.service.js';
import { OperatorMessages } from './operator-messages.service.js';
import { OperatorOrders } from './operator-orders.service.js';
import { OperatorRemote } from './operator-remote.service.js';
import { OperatorSendsRepository } from './operator-sends.repository.js';
import { OperatorTargets } from './operator-targets.service.js';
import { PollAdminService } from './poll-admin.service.js';
import { AccessCheck } from './reasons/access-check.service.js';
import { AccessJudge } from './reasons/access-judge.service.js';
import { PlacesRepository } from './reasons/places.repository.js';
import { ReasonTable } from './reasons/reason-table.service.js';
import { AgentTools } from './view/agent-tools.service.js';
import { Assistants } from './view/assistants.service.js';
import { ChatRepository } from './view/chat.repository.js';
import { Chat } from './view/chat.service.js';
import { ConversationLines } from './view/conversation-lines.service.js';
import { ConversationViewRepository } from './view/conversation-view.repository.js';
import { Conversations } from './view/conversations.service.js';
import { MessageMedia } from './view/message-media.service.js';
import { NewestConversationsRepository } from './view/newest-conversations.repository.js';
import { NewestConversations } from './view/newest-conversations.service.js';
import { OldestUnanswered, OldestUnansweredGauge } from './view/oldest-unanswered.service.js';
import { TimelineReasons } from './view/timeline-reasons.service.js';
import { TimelineRepository } from './view/timeline.repository.js';
import { Timelines } from './view/timelines.service.js';

const ORDERS = [
  AgentTrials,
  OperatorActions,
  OperatorMessages,
  OperatorOrders,
  OperatorRemote,
  OperatorSendsRepository,
  OperatorTargets,
  PollAdminService,
];
const VIEWS = [
  AgentTools,
  Assistants,
  Chat,
  ChatRepository,
  ConversationLines,
  ConversationViewRepository,
  Conversations,
  MessageMedia,
  NewestConversations,
  NewestConversationsRepository,
  OldestUnanswered,
  OldestUnansweredGauge,
  TimelineReasons,
  TimelineRepository,
  Timelines,
];
const REASONS = [AccessCheck, AccessJudge, PlacesRepository, ReasonTable];
const FIGURES = [Figures, FiguresRepository, MinuteCount, RollUp, RollUpSchedule, TracesRepository];

/** What operators read and order: views, timelines, figures, the gate's verdicts; messages, actions, polls, questions to agents. */
@Module({
  imports: [
    AccessControlModule,
    AssistantModule,
    ConversationsModule,
    DeliveryModule,
    McpModule,
    PairingModule,
    TurnsModule,
    UsageModule,
  ],
  providers: [...ORDERS, ...VIEWS, ...REASONS, ...FIGURES],
  exports: [
    AccessCheck,
    AgentTools,
    AgentTrials,
    Assistants,
    Chat,
    Conversations,
    Figures,
    MessageMedia,
    OldestUnanswered,
    OperatorActions,
    OperatorMessages,
    PollAdminService,
    ReasonTable,
    Timelines,
  ],
})
export class OperatorModule {}
