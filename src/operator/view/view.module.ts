import { Module } from '@nestjs/common';
import { AssistantModule } from '../../assistant/index.js';
import { DeliveryModule } from '../../delivery/index.js';
import { SessionsModule } from '../../conversations/index.js';
import { ToolsModule } from '../../turns/index.js';
import { McpModule } from '../../mcp/index.js';
import { ReasonsModule } from '../reasons/reasons.module.js';
import { AgentTools } from './agent-tools.service.js';
import { Assistants } from './assistants.service.js';
import { ConversationLines } from './conversation-lines.service.js';
import { ConversationViewRepository } from './conversation-view.repository.js';
import { Conversations } from './conversations.service.js';
import { MessageMedia } from './message-media.service.js';
import { NewestConversationsRepository } from './newest-conversations.repository.js';
import { NewestConversations } from './newest-conversations.service.js';
import { TimelineReasons } from './timeline-reasons.service.js';
import { OldestUnanswered, OldestUnansweredGauge } from './oldest-unanswered.service.js';
import { TimelineRepository } from './timeline.repository.js';
import { Timelines } from './timelines.service.js';

/** Agents, conversations and the fate of each message, as operators see them. */
@Module({
  imports: [AssistantModule, DeliveryModule, McpModule, ReasonsModule, SessionsModule, ToolsModule],
  providers: [
    ...[Assistants, Conversations, ConversationLines, ConversationViewRepository, OldestUnanswered],
    ...[OldestUnansweredGauge, MessageMedia, NewestConversations, NewestConversationsRepository],
    ...[AgentTools, TimelineReasons, TimelineRepository, Timelines],
  ],
  exports: [AgentTools, Assistants, Conversations, MessageMedia, OldestUnanswered, Timelines],
})
export class ViewModule {}
