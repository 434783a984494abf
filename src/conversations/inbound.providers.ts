import { COMMAND_PROVIDERS } from './commands/commands.providers.js';
import { DropCounter } from './drop-counter.js';
import { EventDispatcher } from './event-dispatcher.service.js';
import { Gate } from './gate.service.js';
import { InboundAsideJob, InboundJob } from './inbound.job.js';
import { InboundLanes } from './inbound-lanes.js';
import { InboxRepository } from './inbox.repository.js';
import { Inbox } from './inbox.service.js';
import { Listener } from './listener.service.js';
import { MentionGate } from './mention-gate.service.js';
import { MentionPatterns } from './mention-patterns.js';
import { SenderGate } from './sender-gate.service.js';
import { Reflections } from './reflections.service.js';
import { SESSION_PROVIDERS } from './sessions/sessions.providers.js';
import { Stranger } from './stranger.service.js';

/** The way of an event from the inbox to whatever it sets off. */
export const INBOUND_PROVIDERS = [
  Inbox,
  InboxRepository,
  InboundJob,
  InboundAsideJob,
  InboundLanes,
  EventDispatcher,
  Gate,
  MentionGate,
  MentionPatterns,
  SenderGate,
  Listener,
  Reflections,
  Stranger,
  ...COMMAND_PROVIDERS,
  DropCounter,
  ...SESSION_PROVIDERS,
];
