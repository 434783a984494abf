import { Module } from '@nestjs/common';
import { CommandReader } from './command-reader.js';
import { InboxRepository } from './inbox.repository.js';
import { JoinsRepository } from './joins.repository.js';
import { MentionPatterns } from './mention-patterns.js';

/** The events that wait to be dealt with, and how their texts are read before anybody answers them. */
@Module({
  providers: [CommandReader, InboxRepository, JoinsRepository, MentionPatterns],
  exports: [CommandReader, InboxRepository, JoinsRepository, MentionPatterns],
})
export class InboxModule {}
