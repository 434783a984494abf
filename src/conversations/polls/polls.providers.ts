import type { Provider } from '@nestjs/common';
import { PollAdminService } from '../operator/poll-admin.service.js';
import { PollFiles } from './poll-files.service.js';
import { PollOutbox } from './poll-outbox.service.js';
import { PollPlaces } from '../operator/poll-places.service.js';
import { Polls } from './polls.service.js';
import { PollsRepository } from './polls.repository.js';
import { Votes } from './votes.service.js';

/** Polls: asking, counting, telling. */
export const POLL_PROVIDERS: readonly Provider[] = [
  PollAdminService,
  PollFiles,
  PollOutbox,
  PollPlaces,
  Polls,
  PollsRepository,
  Votes,
];
