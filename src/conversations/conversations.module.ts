import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { MediaModule } from '../media/index.js';
import { ApprovalAnswers } from './approvals/approval-answers.service.js';
import { ApprovalGauge } from './approvals/approval-gauge.js';
import { ApprovalRequests } from './approvals/approval-requests.service.js';
import { ApprovalsRepository } from './approvals/approvals.repository.js';
import { Approvals } from './approvals/approvals.service.js';
import { Deciders } from './approvals/deciders.service.js';
import { DecisionRecord } from './approvals/decision-record.service.js';
import { PermissionsRepository } from './approvals/permissions.repository.js';
import { RequestMessages } from './approvals/request-messages.service.js';
import { AskedApprovals } from './gate/asked-approvals.service.js';
import { InboundGate, MentionGate, QuietPlaces } from './gate/inbound-gate.service.js';
import { LoopBreaker } from './gate/loops/loop-breaker.service.js';
import { LoopBreaks } from './gate/loops/loop-breaks.repository.js';
import { SelfChatEchoes } from './gate/self-chat-echoes.service.js';
import { SenderGate } from './gate/sender-gate.service.js';
import { HoldGauge } from './holds/hold-gauge.js';
import { HoldRecord } from './holds/hold-record.service.js';
import { HoldsInForce } from './holds/holds-in-force.js';
import { HoldsRepository } from './holds/holds.repository.js';
import { Holds } from './holds/holds.service.js';
import { OpenMessages } from './holds/open-messages.service.js';
import { CommandReader, MentionPatterns } from './inbox/command-reader.js';
import { DropCounter } from './inbox/drop-counter.js';
import { EventFollowers } from './inbox/event-followers.js';
import { EndedEvents } from './inbox/inbox-retention.repository.js';
import { InboxRepository } from './inbox/inbox.repository.js';
import { JoinsRepository } from './inbox/joins.repository.js';
import { PastEventsRepository } from './inbox/past-events.repository.js';
import { NamedMessages } from './outgoing/named-messages.service.js';
import { OrderChecks } from './outgoing/order-checks.service.js';
import { OrderFiles } from './outgoing/order-files.service.js';
import { OrderLookup } from './outgoing/order-lookup.service.js';
import { OutgoingMessages } from './outgoing/outgoing-messages.service.js';
import { PollFiles } from './outgoing/polls/poll-files.service.js';
import { Polls } from './outgoing/polls/polls.repository.js';
import { Votes } from './outgoing/polls/votes.service.js';
import { RemoteActions } from './outgoing/remote-actions.service.js';
import { AccountDoubts } from './sessions/account-doubts.service.js';
import { SessionRouter } from './sessions/session-router.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SharedMainSession } from './sessions/shared-main-session.service.js';
import { ShortIds } from './sessions/short-ids.js';
import { HistoryRepository } from './transcript/history.repository.js';
import { InboundFiles } from './transcript/inbound-files.service.js';
import { KnownMessagesRepository } from './transcript/known-messages.repository.js';
import { SessionMemory } from './transcript/session-memory.js';
import { TranscriptWriter } from './transcript/transcript-writer.service.js';
import { TranscriptRepository } from './transcript/transcript.repository.js';

const SESSIONS = [AccountDoubts, SessionRepository, SessionRouter, SharedMainSession, ShortIds];
const INBOX = [
  CommandReader,
  DropCounter,
  EndedEvents,
  EventFollowers,
  InboxRepository,
  JoinsRepository,
  MentionPatterns,
  PastEventsRepository,
];
const TRANSCRIPT = [
  HistoryRepository,
  InboundFiles,
  KnownMessagesRepository,
  SessionMemory,
  TranscriptRepository,
  TranscriptWriter,
];
const GATE = [
  AskedApprovals,
  InboundGate,
  LoopBreaker,
  LoopBreaks,
  MentionGate,
  QuietPlaces,
  SelfChatEchoes,
  SenderGate,
];
const HOLDS = [HoldGauge, HoldRecord, Holds, HoldsInForce, HoldsRepository, OpenMessages];
const OUTGOING = [
  NamedMessages,
  OrderChecks,
  OrderFiles,
  OrderLookup,
  OutgoingMessages,
  PollFiles,
  Polls,
  RemoteActions,
  Votes,
];
const APPROVALS = [
  ApprovalAnswers,
  ApprovalGauge,
  ApprovalRequests,
  Approvals,
  ApprovalsRepository,
  Deciders,
  DecisionRecord,
  PermissionsRepository,
  RequestMessages,
];

/** The ground of every message: sessions, the inbox, the transcript, the gate, holds, what goes out besides answers, approvals. */
@Module({
  imports: [AccessControlModule, AssistantModule, DeliveryModule, MediaModule],
  providers: [...SESSIONS, ...INBOX, ...TRANSCRIPT, ...GATE, ...HOLDS, ...OUTGOING, ...APPROVALS],
  exports: [
    AccountDoubts,
    ApprovalAnswers,
    ApprovalRequests,
    Approvals,
    AskedApprovals,
    CommandReader,
    Deciders,
    DropCounter,
    EventFollowers,
    HistoryRepository,
    Holds,
    HoldsInForce,
    InboundFiles,
    InboundGate,
    InboxRepository,
    JoinsRepository,
    KnownMessagesRepository,
    LoopBreaks,
    NamedMessages,
    OpenMessages,
    OrderChecks,
    OrderFiles,
    OrderLookup,
    OutgoingMessages,
    PastEventsRepository,
    Polls,
    RemoteActions,
    SelfChatEchoes,
    SenderGate,
    SessionMemory,
    SessionRepository,
    SessionRouter,
    SharedMainSession,
    ShortIds,
    TranscriptRepository,
    TranscriptWriter,
    Votes,
  ],
})
export class ConversationsModule {}
