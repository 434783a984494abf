import { Arrivals } from './arrivals.service.js';
import { COMMAND_PROVIDERS } from './commands/commands.providers.js';
import { DropCounter } from './drop-counter.js';
import { Continuations } from './continuations.service.js';
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
import { Joining, JoiningRules } from './joining.service.js';
import { JoinsRepository } from './joins.repository.js';
import { Listener } from './listener.service.js';
import { LOOP_PROVIDERS } from './loops/loops.providers.js';
import { SESSION_PROVIDERS } from './sessions/sessions.providers.js';
import { OwnDoings, OwnRecord } from './own-doings.service.js';
import { Sinks } from './sinks.service.js';
import { Stranger } from './stranger.service.js';
import { Unanswered } from './unanswered.service.js';

/** The way of an event from the inbox to whatever it sets off. */
export const INBOUND_PROVIDERS = [
  Arrivals,
  Inbox,
  Continuations,
  Joining,
  JoiningRules,
  JoinsRepository,
  InboxCounter,
  InboxRepository,
  InboundJob,
  InboundAsideJob,
  InboundFiles,
  InboundLanes,
  EventDispatcher,
  FileAnswers,
  ...GATE_PROVIDERS,
  ...LOOP_PROVIDERS,
  Listener,
  OwnDoings,
  OwnRecord,
  Sinks,
  Stranger,
  Unanswered,
  ...COMMAND_PROVIDERS,
  DropCounter,
  Drops,
  ...SESSION_PROVIDERS,
];
