import { Module } from '@nestjs/common';
import { CommandReader } from './command-reader.js';
import { InboxRepository } from './inbox.repository.js';
import { JoinsRepository } from './joins.repository.js';
import { MentionPatterns } from './mention-patterns.js';

/** The stored events that wait, and the reading of their texts before anything is answered. */
@Module({
  providers: [CommandReader, InboxRepository, JoinsRepository, MentionPatterns],
  exports: [CommandReader, InboxRepository, JoinsRepository, MentionPatterns],
})
export class InboxModule {}
