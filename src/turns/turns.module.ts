import { Module } from '@nestjs/common';
import { AssistantModule } from '../assistant/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { McpModule } from '../mcp/index.js';
import { MediaModule } from '../media/index.js';
import { UsageModule } from '../usage/index.js';
import { Reply } from './answer/reply.service.js';
import { ApprovalDisplay, ApprovalJob } from './approved/approval.job.js';
import { ApprovedCalls } from './approved/approved-calls.service.js';
import { CallCheck } from './approved/call-check.service.js';
import { CallOutcome } from './approved/call-outcome.service.js';
import { TurnContext } from './context/turn-context.service.js';
import { TurnMessages } from './context/turn-messages.service.js';
import { TurnProgressRepository } from './ends/turn-progress.repository.js';
import { HistoryFilter } from './history/history-filter.service.js';
import { HistoryService } from './history/history.service.js';
import { HistoryLimits, Recall } from './history/recall.service.js';
import { RecalledFiles } from './history/recalled-files.service.js';
import { SessionFiles } from './history/session-files.service.js';
import { TurnFiles } from './history/turn-files.service.js';
import { TurnImages } from './history/turn-images.service.js';
import { Joining, JoiningRules } from './joining.service.js';
import { Presence } from './presence.service.js';
import { RunningTurns } from './running-turns.js';
import { McpTools } from './tools/mcp-tools.service.js';
import { MessageEffects } from './tools/message-effects.service.js';
import { MessageOrders } from './tools/message-orders.service.js';
import { MessageTool } from './tools/message-tool.service.js';
import { ToolChoices } from './tools/servers/tool-choices.service.js';
import { StoredOrders } from './tools/stored-orders.service.js';
import { ToolFiles } from './tools/tool-files.service.js';
import { TurnStepsRepository } from './tools/turn-steps.repository.js';
import { ToolPolicies, TurnTools } from './tools/turn-tools.service.js';
import { TurnCommit, TurnStreams } from './turn-commit.service.js';
import { TurnOutcome, TurnRetry } from './turn-outcome.service.js';
import { TurnService } from './turn.service.js';

const TURN = [Joining, JoiningRules, Presence, Reply, RunningTurns, TurnService];
const ENDING = [TurnCommit, TurnOutcome, TurnProgressRepository, TurnRetry, TurnStreams];
const CONTEXT = [TurnContext, TurnMessages];
const HISTORY = [
  HistoryFilter,
  HistoryLimits,
  HistoryService,
  Recall,
  RecalledFiles,
  SessionFiles,
  TurnFiles,
  TurnImages,
];
const TOOLS = [
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
];
const APPROVED = [ApprovalDisplay, ApprovalJob, ApprovedCalls, CallCheck, CallOutcome];

/** Turns of the conversation: from a message that is let in to its answer in the outbox, and the calls that people allowed. */
@Module({
  imports: [AssistantModule, ConversationsModule, DeliveryModule, McpModule, MediaModule, UsageModule],
  providers: [...TURN, ...ENDING, ...CONTEXT, ...HISTORY, ...TOOLS, ...APPROVED],
  exports: [Joining, Reply, RunningTurns, ToolChoices, ToolPolicies, TurnService],
})
export class TurnsModule {}
