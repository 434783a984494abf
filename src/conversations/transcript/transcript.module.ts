import { Module } from '@nestjs/common';
import { MediaModule } from '../../media/index.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { HistoryRepository } from './history.repository.js';
import { InboundFiles } from './inbound-files.service.js';
import { KnownMessagesRepository } from './known-messages.repository.js';
import { SessionMemory } from './session-memory.js';
import { TranscriptRepository } from './transcript.repository.js';
import { TranscriptWriter } from './transcript-writer.service.js';
import { PersonalLines } from './personal-lines.repository.js';

/** The memory of conversations: messages, their files, and their text for a model. */
@Module({
  imports: [MediaModule, SessionsModule],
  providers: [
    PersonalLines,
    HistoryRepository,
    InboundFiles,
    KnownMessagesRepository,
    SessionMemory,
    TranscriptRepository,
    TranscriptWriter,
  ],
  exports: [
    HistoryRepository,
    InboundFiles,
    KnownMessagesRepository,
    SessionMemory,
    TranscriptRepository,
    TranscriptWriter,
  ],
})
export class TranscriptModule {}
