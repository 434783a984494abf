import { Arrivals } from './inbound/arrivals.service.js';
import { COMMAND_PROVIDERS } from './commands/commands.providers.js';
import { DropCounter } from './inbound/drop-counter.js';
import { Continuations } from './turns/continuations.service.js';
import { DroppedEvents } from './inbound/dropped-events.service.js';
import { EventDispatcher } from './inbound/event-dispatcher.service.js';
import { FileAnswers } from './inbound/file-answers.service.js';
import { GATE_PROVIDERS } from './gate.providers.js';
import { InboundFiles } from './transcript/inbound-files.service.js';
import { InboundAsideJob, InboundJob } from './inbound/inbound.job.js';
import { InboundLanes } from './inbound/inbound-lanes.js';
import { InboxCounter } from './inbound/inbox-counter.js';
import { InboxRepository } from './inbox/inbox.repository.js';
import { Inbox } from './inbound/inbox.service.js';
import { Joining, JoiningRules } from './turns/joining.service.js';
import { JoinsRepository } from './inbox/joins.repository.js';
import { ContextRecorder } from './inbound/context-recorder.service.js';
import { LOOP_PROVIDERS } from './loops/loops.providers.js';
import { SESSION_PROVIDERS } from './sessions/sessions.providers.js';
import { OwnActivityRecorder, OwnRecord } from './inbound/own-activity.service.js';
import { InboundSinks } from './inbound/inbound-sinks.service.js';
import { PairingResponder } from './inbound/pairing-responder.service.js';
import { Unanswered } from './inbound/unanswered.service.js';

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
  ContextRecorder,
  OwnActivityRecorder,
  OwnRecord,
  InboundSinks,
  PairingResponder,
  Unanswered,
  ...COMMAND_PROVIDERS,
  DropCounter,
  DroppedEvents,
  ...SESSION_PROVIDERS,
];
