export { AGENT_STATES, type AgentState } from '../assistant/index.js';
export { type AccountState } from './channel-host/account-state.js';
export {
  type Approval,
  APPROVAL_STATES,
  type ApprovalState,
  type Decider,
  type Decision,
  type DecisionOutcome,
  serverOf,
  type ToolPermission,
} from './approvals/approval.js';
export { callName, outcomeLine } from './approvals/approval-words.js';
export { Approvals } from './approvals/approvals.service.js';
export { Deciders } from './approvals/deciders.service.js';
export { APPROVAL_ACTIONS } from './approvals/decision-record.service.js';
export { ChannelHost } from './channel-host/channel-host.js';
export { ConversationsModule } from './conversations.module.js';
export { percentileOf } from './operator/figures/latencies.js';
export { FIGURE_WINDOWS, type FigureWindow } from './operator/figures/steps.js';
export type { Sums } from './operator/figures/sums.js';
export { type FigurePoint, Figures, type WindowFigures } from './operator/figures/figures.service.js';
export { EventFollowers } from './inbox/event-followers.js';
export type { EndingEvent, EventFollower, EventOutcome } from './inbox/event-outcome.js';
export type { NewEvent } from './inbox/stored-event.js';
export { HOLD_ACTIONS } from './holds/hold-record.service.js';
export type { Hold, HoldTerms, Release } from './holds/hold.js';
export { Holds } from './holds/holds.service.js';
export type { LoopBreak } from './gate/loops/loop-breaks.repository.js';
export { LoopBreaks } from './gate/loops/loop-breaks.service.js';
export type { MessageOrder } from './outgoing/message-order.js';
export type { PollResults } from './outgoing/polls/poll.js';
export { PollAdminService } from './operator/poll-admin.service.js';
export { POLL_LIMITS } from './outgoing/polls/poll-words.js';
export { Polls } from './outgoing/polls/polls.service.js';
export { AgentTrials, type TrialPart, type TrialQuestion } from './operator/agent-trials.service.js';
export { OperatorActions } from './operator/operator-actions.service.js';
export { OperatorMessages } from './operator/operator-messages.service.js';
export type { ActionRequest, ActionResult, MessageRequest, SentMessages } from './operator/requests.js';
export {
  FILE_PARAMETER,
  missingIn,
  PARAMETERS as ACTION_PARAMETERS,
  POLL_ACTIONS,
} from './outgoing/actions.js';
export type { ConversationLine } from './operator/view/conversation-view.repository.js';
export {
  LINE_OUTCOMES,
  LINE_STATES,
  momentOf,
  type ShownLine,
} from './operator/view/conversation-lines.service.js';
export {
  type Conversation,
  CONVERSATION_KEY,
  type ConversationPage,
} from './operator/view/newest-conversations.service.js';
export { Conversations } from './operator/view/conversations.service.js';
export { MessageMedia, type OpenFile } from './operator/view/message-media.service.js';
export { OldestUnanswered } from './operator/view/oldest-unanswered.service.js';
export {
  type AccessAnswer,
  AccessCheck,
  type AccessQuestion,
} from './operator/reasons/access-check.service.js';
export { ACCESS_VERDICTS, type Judgement } from './operator/reasons/access-judge.service.js';
export { CORE_REASONS, REASON_KINDS, type ReasonKind } from './operator/reasons/core-reasons.js';
export {
  type Explanation,
  type ReasonSubject,
  ReasonTable,
} from './operator/reasons/reason-table.service.js';
export { reasonsPage } from './operator/reasons/reasons-page.js';
export {
  type Timeline,
  TIMELINE_STEPS,
  type TimelineStep,
  type TimelineTurn,
} from './operator/view/timeline-step.js';
export { Timelines } from './operator/view/timelines.service.js';
export { type AgentView, Assistants } from './operator/view/assistants.service.js';
export { SHARED_SESSION } from './sessions/shared-main-session.service.js';
export {
  AgentTools,
  type AgentToolCounts,
  type ExplainedLeftOut,
  type ToolUse,
} from './operator/view/agent-tools.service.js';
export { LEFT_OUT_REASONS, type LeftOutReason } from './turns/tools/servers/left-out.js';
