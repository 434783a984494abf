import type { Provider } from '@nestjs/common';
import { TurnService } from './turn.service.js';
import { TurnAssistant } from './turn-assistant.service.js';
import { TurnContext } from './turn-context.service.js';
import { TurnMessages } from './turn-messages.service.js';
import { TurnFiles } from './turn-files.service.js';
import { TurnImages } from './turn-images.service.js';
import { TurnCommit } from './turn-commit.service.js';
import { TurnOutcome } from './turn-outcome.service.js';
import { TurnRecord } from './turn-record.service.js';
import { TurnProgressRepository } from './turn-progress.repository.js';
import { TurnRetry } from './turn-retry.js';
import { TurnStreams } from './turn-streams.service.js';
import { Reply } from './reply.service.js';
import { HistoryFilter } from './history-filter.service.js';
import { HistoryRepository } from '../history.repository.js';
import { HistoryLimits } from './history-limits.js';
import { HistoryService } from './history.service.js';
import { Recall } from './recall.service.js';
import { RecalledFiles } from './recalled-files.service.js';
import { TranscriptRepository } from '../transcript.repository.js';
import { Presence } from './presence.service.js';
import { MessageTool } from '../tools/message-tool.service.js';
import { MessageEffects } from '../tools/message-effects.service.js';
import { MessageOrders } from '../tools/message-orders.service.js';
import { ToolFiles } from '../tools/tool-files.service.js';
import { ToolPolls } from '../tools/tool-polls.service.js';
import { ToolSpeech } from '../tools/tool-speech.service.js';
import { TurnStepsRepository } from '../tools/turn-steps.repository.js';

/** What a turn takes: its context, its tools, and what it leaves behind. */
export const TURN_PROVIDERS: readonly Provider[] = [
  TurnService,
  TurnAssistant,
  TurnContext,
  TurnMessages,
  TurnFiles,
  TurnImages,
  TurnCommit,
  TurnOutcome,
  TurnRecord,
  TurnProgressRepository,
  TurnRetry,
  TurnStreams,
  Reply,
  HistoryFilter,
  HistoryRepository,
  HistoryLimits,
  HistoryService,
  Recall,
  RecalledFiles,
  TranscriptRepository,
  Presence,
  MessageTool,
  MessageEffects,
  MessageOrders,
  ToolFiles,
  ToolPolls,
  ToolSpeech,
  TurnStepsRepository,
];
