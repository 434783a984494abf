import { Module } from '@nestjs/common';
import { AssistantModule } from '../../assistant/index.js';
import { McpModule } from '../../mcp/index.js';
import { MediaModule } from '../../media/index.js';
import {
  ApprovalsModule,
  HoldsModule,
  OutgoingModule,
  PollsModule,
  SessionsModule,
  TranscriptModule,
} from '../../conversations/index.js';
import { HistoryModule } from '../history/history.module.js';
import { MessageEffects } from './message-effects.service.js';
import { MessageOrders } from './message-orders.service.js';
import { MessageTool } from './message-tool.service.js';
import { StoredOrders } from './stored-orders.service.js';
import { ToolChoices } from './servers/tool-choices.service.js';
import { ToolFiles } from './tool-files.service.js';
import { ToolPolicies } from './turn-tools.service.js';
import { McpTools } from './mcp-tools.service.js';
import { TurnStepsRepository } from './turn-steps.repository.js';
import { TurnTools } from './turn-tools.service.js';

/** The tools that an assistant may use in a turn; each effect happens only once. */
@Module({
  imports: [
    ApprovalsModule,
    AssistantModule,
    HistoryModule,
    HoldsModule,
    McpModule,
    MediaModule,
    OutgoingModule,
    PollsModule,
    SessionsModule,
    TranscriptModule,
  ],
  providers: [
    McpTools,
    MessageEffects,
    MessageOrders,
    MessageTool,
    StoredOrders,
    ToolChoices,
    ToolFiles,
    ToolPolicies,
    TurnStepsRepository,
    TurnTools,
  ],
  exports: [McpTools, MessageTool, ToolChoices, ToolPolicies, TurnStepsRepository, TurnTools],
})
export class ToolsModule {}
