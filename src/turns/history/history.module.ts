import { Module } from '@nestjs/common';
import { DeliveryModule } from '../../delivery/index.js';
import { MediaModule } from '../../media/index.js';
import { GateModule, SessionsModule, TranscriptModule } from '../../conversations/index.js';
import { HistoryService } from './history.service.js';
import { HistoryFilter } from './history-filter.service.js';
import { HistoryLimits, Recall } from './recall.service.js';
import { RecalledFiles } from './recalled-files.service.js';
import { SessionFiles } from './session-files.service.js';
import { TurnFiles } from './turn-files.service.js';
import { TurnImages } from './turn-images.service.js';

/** The part of a session's past that a turn may use: texts and files of people who are still let in. */
@Module({
  imports: [DeliveryModule, GateModule, MediaModule, SessionsModule, TranscriptModule],
  providers: [
    HistoryFilter,
    HistoryLimits,
    HistoryService,
    Recall,
    RecalledFiles,
    SessionFiles,
    TurnFiles,
    TurnImages,
  ],
  exports: [HistoryFilter, HistoryService, SessionFiles, TurnFiles, TurnImages],
})
export class HistoryModule {}
