import { Module } from '@nestjs/common';
import { AssistantModule } from '../../assistant/index.js';
import { DeliveryModule } from '../../delivery/index.js';
import { SessionsModule, TranscriptModule } from '../../conversations/index.js';
import { HistoryModule } from '../history/history.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { TurnContext } from './turn-context.service.js';
import { TurnMessages } from './turn-messages.service.js';

/** The context an assistant gets for a turn: the place, earlier messages, files and tools. */
@Module({
  imports: [AssistantModule, DeliveryModule, HistoryModule, SessionsModule, ToolsModule, TranscriptModule],
  providers: [TurnContext, TurnMessages],
  exports: [TurnContext],
})
export class ContextModule {}
