export { AGENT_STATES, type AgentState } from '../assistant/index.js';
export { LEFT_OUT_REASONS, type LeftOutReason } from '../turns/index.js';
export { AgentTrials, type TrialPart, type TrialQuestion } from './agent-trials.service.js';
export { type FigurePoint, Figures, type WindowFigures } from './figures/figures.service.js';
export { percentileOf } from './figures/sums.js';
export { FIGURE_WINDOWS, type FigureWindow } from './figures/steps.js';
export type { Sums } from './figures/sums.js';
export { OperatorActions } from './operator-actions.service.js';
export { OperatorMessages } from './operator-messages.service.js';
export { OperatorModule } from './operator.module.js';
export { PollAdminService } from './poll-admin.service.js';
export { type AccessAnswer, AccessCheck, type AccessQuestion } from './reasons/access-check.service.js';
export { ACCESS_VERDICTS, type Judgement } from './reasons/access-judge.service.js';
export { CORE_REASONS, REASON_KINDS, type ReasonKind } from './reasons/core-reasons.js';
export { type Explanation, type ReasonSubject, ReasonTable } from './reasons/reason-table.service.js';
export { reasonsPage } from './reasons/reasons-page.js';
export type { ActionRequest, ActionResult, MessageRequest, SentMessages } from './requests.js';
export {
  type AgentToolCounts,
  AgentTools,
  type ExplainedLeftOut,
  type ToolUse,
} from './view/agent-tools.service.js';
export { type AgentView, Assistants } from './view/assistants.service.js';
export { CHAT_AUTHORS, Chat, type ChatLine } from './view/chat.service.js';
export { LINE_OUTCOMES, LINE_STATES, momentOf, type ShownLine } from './view/conversation-lines.service.js';
export type { ConversationLine } from './view/conversation-view.repository.js';
export { Conversations } from './view/conversations.service.js';
export { MessageMedia, type OpenFile } from './view/message-media.service.js';
export {
  type Conversation,
  CONVERSATION_KEY,
  type ConversationPage,
} from './view/newest-conversations.service.js';
export { OldestUnanswered } from './view/oldest-unanswered.service.js';
export { type Timeline, TIMELINE_STEPS, type TimelineStep, type TimelineTurn } from './view/timeline-step.js';
export { Timelines } from './view/timelines.service.js';
