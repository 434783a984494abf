import { Arrivals } from './arrivals.service.js';
import { COMMAND_PROVIDERS } from './commands/commands.providers.js';
import { DropCounter } from './drop-counter.js';
import { Drops } from './drops.service.js';
import { EventDispatcher } from './event-dispatcher.service.js';
import { FileAnswers } from './file-answers.service.js';
import { GATE_PROVIDERS } from './gate.providers.js';
import { InboundFiles } from './inbound-files.service.js';
import { InboundAsideJob, InboundJob } from './inbound.job.js';
import { InboundLanes } from './inbound-lanes.js';
import { InboxCounter } from './inbox-counter.js';
import { InboxRepository } from './inbox.repository.js';
import { Inbox } from './inbox.service.js';
import { Listener } from './listener.service.js';
import { SESSION_PROVIDERS } from './sessions/sessions.providers.js';
import { Stranger } from './stranger.service.js';
import { Unanswered } from './unanswered.service.js';

/** The way of an event from the inbox to whatever it sets off. */
export const INBOUND_PROVIDERS = [
  Arrivals,
  Inbox,
  InboxCounter,
  InboxRepository,
  InboundJob,
  InboundAsideJob,
  InboundFiles,
  InboundLanes,
  EventDispatcher,
  FileAnswers,
  ...GATE_PROVIDERS,
  Listener,
  Stranger,
  Unanswered,
  ...COMMAND_PROVIDERS,
  DropCounter,
  Drops,
  ...SESSION_PROVIDERS,
];
