import { Module } from '@nestjs/common';
import { AssistantModule } from '../../../assistant/index.js';
import { DeliveryModule } from '../../../delivery/index.js';
import { MediaModule } from '../../../media/index.js';
import { GateModule } from '../../gate/gate.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { TranscriptModule } from '../../transcript/transcript.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { HistoryService } from './history.service.js';
import { HistoryFilter } from './history-filter.service.js';
import { HistoryLimits } from './history-limits.js';
import { Recall } from './recall.service.js';
import { TurnContext } from './turn-context.service.js';
import { TurnFiles } from './turn-files.service.js';
import { TurnImages } from './turn-images.service.js';
import { TurnMessages } from './turn-messages.service.js';

/** The context an assistant gets for a turn: the place, earlier messages, files and tools. */
@Module({
  imports: [
    AssistantModule,
    DeliveryModule,
    GateModule,
    MediaModule,
    SessionsModule,
    ToolsModule,
    TranscriptModule,
  ],
  providers: [
    HistoryFilter,
    HistoryLimits,
    HistoryService,
    Recall,
    TurnContext,
    TurnFiles,
    TurnImages,
    TurnMessages,
  ],
  exports: [TurnContext],
})
export class ContextModule {}
