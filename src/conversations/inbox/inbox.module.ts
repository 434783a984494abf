import { Module } from '@nestjs/common';
import { CommandReader } from './command-reader.js';
import { DropCounter } from './drop-counter.js';
import { EventFollowers } from './event-followers.js';
import { EndedEvents } from './inbox-retention.repository.js';
import { InboxRepository } from './inbox.repository.js';
import { JoinsRepository } from './joins.repository.js';
import { MentionPatterns } from './mention-patterns.js';
import { PastEventsRepository } from './past-events.repository.js';
import { PersonalEvents } from './personal-events.repository.js';

/** The stored events that wait, and the reading of their texts before anything is answered. */
@Module({
  providers: [
    PersonalEvents,
    CommandReader,
    DropCounter,
    EndedEvents,
    EventFollowers,
    InboxRepository,
    JoinsRepository,
    MentionPatterns,
    PastEventsRepository,
  ],
  exports: [
    CommandReader,
    DropCounter,
    EventFollowers,
    InboxRepository,
    JoinsRepository,
    MentionPatterns,
    PastEventsRepository,
  ],
})
export class InboxModule {}
