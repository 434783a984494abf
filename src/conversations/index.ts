export { type AnswerOutcome, ApprovalAnswers, decisionFrom } from './approvals/approval-answers.service.js';
export { approvalDigest, ApprovalRequests } from './approvals/approval-requests.service.js';
export { callName, outcomeLine, withdrawnText } from './approvals/approval-words.js';
export {
  type Approval,
  APPROVAL_STATES,
  type ApprovalState,
  type Decider,
  type Decision,
  type DecisionOutcome,
  MCP_PREFIX,
  serverOf,
  type ShownRequest,
  type ToolPermission,
  type WaitingCall,
} from './approvals/approval.js';
export type { ApprovalEnding } from './approvals/approvals.repository.js';
export { Approvals, type ApprovalTask } from './approvals/approvals.service.js';
export { deciderOf, Deciders } from './approvals/deciders.service.js';
export { APPROVAL_ACTIONS } from './approvals/decision-record.service.js';
export { ConversationsModule } from './conversations.module.js';
export { type ApprovalAnswer, AskedApprovals } from './gate/asked-approvals.service.js';
export { type Admission, type GateDecision, type Refusal, refuse } from './gate/sender-gate.service.js';
export { InboundGate } from './gate/inbound-gate.service.js';
export { type LoopBreak, LoopBreaks } from './gate/loops/loop-breaks.repository.js';
export { SelfChatEchoes } from './gate/self-chat-echoes.service.js';
export { type PastSender, SenderGate } from './gate/sender-gate.service.js';
export { HOLD_ACTIONS } from './holds/hold-record.service.js';
export {
  HandedBackError,
  HELD,
  type HeldPlace,
  type Hold,
  type HoldTerms,
  type Release,
} from './holds/holds.repository.js';
export { HoldsInForce } from './holds/holds-in-force.js';
export { Holds, OWNER } from './holds/holds.service.js';
export { OpenMessages } from './holds/open-messages.service.js';
export { answerFormOf, type Command, CommandReader } from './inbox/command-reader.js';
export { DropCounter } from './inbox/drop-counter.js';
export { DROP_REASONS, type DropReason } from './inbox/drop-reasons.js';
export { EventFollowers } from './inbox/event-followers.js';
export type {
  AnswerFacts,
  EndingEvent,
  EventFollower,
  EventOutcome,
  TurnFacts,
  TurnRecord,
} from './inbox/event-outcome.js';
export { DuplicateEventError, HeldError, InboxRepository } from './inbox/inbox.repository.js';
export { JoinsRepository, type Waiting } from './inbox/joins.repository.js';
export { PastEventsRepository } from './inbox/past-events.repository.js';
export {
  isUtterance,
  type MessagePart,
  type NewEvent,
  readPayload,
  type StoredEvent,
  type StreamState,
  type Utterance,
} from './inbox/stored-event.js';
export {
  FILE_PARAMETER,
  isPossible,
  isSending,
  MESSAGE_ACTIONS,
  type MessageAction,
  missingIn,
  PARAMETERS,
  PARAMETERS as ACTION_PARAMETERS,
  POLL_ACTIONS,
  type PollAction,
} from './outgoing/actions.js';
export { type MessageOrder, type OrderingTurn, textOf, withoutThread } from './outgoing/message-order.js';
export { NamedMessages } from './outgoing/named-messages.service.js';
export { OrderChecks, type OrderProblem } from './outgoing/order-checks.service.js';
export { type FileProblem, OrderFiles, unfitness } from './outgoing/order-files.service.js';
export { OrderLookup } from './outgoing/order-lookup.service.js';
export { OutgoingMessages } from './outgoing/outgoing-messages.service.js';
export { POLL_LIMITS, readPoll, type UncheckedPoll } from './outgoing/polls/poll-words.js';
export { type PollResults, Polls } from './outgoing/polls/polls.repository.js';
export { Votes } from './outgoing/polls/votes.service.js';
export { RemoteActions } from './outgoing/remote-actions.service.js';
export { ReplyTags, type ReplyWish, withoutReplyTags } from './outgoing/reply-tags.js';
export { AccountDoubts } from './sessions/account-doubts.service.js';
export {
  agentOf,
  commandLane,
  gateLane,
  isGateLane,
  isSessionOfOne,
  kindOfLane,
  lanesFor,
  stopKeyOf,
  type StopPlace,
} from './sessions/session-key.js';
export { SessionRouter } from './sessions/session-router.js';
export { SessionRepository, type SessionSettings } from './sessions/session.repository.js';
export {
  SHARED_SESSION,
  SHARED_SESSION_WARNING,
  SharedMainSession,
} from './sessions/shared-main-session.service.js';
export { ShortIds } from './sessions/short-ids.js';
export { isCountedBy, steppedFrom, windowOf, withinBudget } from './transcript/history-window.js';
export {
  type HistoryCount,
  type HistoryQuery,
  HistoryRepository,
  isSaidIn,
  type SpokenEntry,
  type WantedFile,
} from './transcript/history.repository.js';
export { InboundFiles } from './transcript/inbound-files.service.js';
export type { HistoryEntry } from './transcript/remembered-session.js';
export { SessionMemory } from './transcript/session-memory.js';
export {
  linesForModel,
  mayHaveFiles,
  textForModel,
  utteredText,
  withFilesOf,
  withoutFiles,
  withSubject,
} from './transcript/text-for-model.js';
export { entryIdOf, isUnprompted } from './transcript/transcript-entry.js';
export { TranscriptWriter } from './transcript/transcript-writer.service.js';
export { EDITED, TAKEN_BACK, TranscriptRepository } from './transcript/transcript.repository.js';
