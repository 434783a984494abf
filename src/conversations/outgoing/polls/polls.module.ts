import { Module } from '@nestjs/common';
import { DeliveryModule } from '../../../delivery/index.js';
import { PollFiles } from './poll-files.service.js';
import { PollOutbox } from './poll-outbox.service.js';
import { Polls } from './polls.service.js';
import { PollsRepository } from './polls.repository.js';
import { Votes } from './votes.service.js';
import { PersonalVotes } from './personal-votes.repository.js';

/** Polls: sending them, counting votes, reporting results. */
@Module({
  imports: [DeliveryModule],
  providers: [PersonalVotes, PollFiles, PollOutbox, Polls, PollsRepository, Votes],
  exports: [PollOutbox, Polls, Votes],
})
export class PollsModule {}
