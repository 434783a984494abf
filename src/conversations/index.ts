export { AGENT_STATES, type AgentState } from '../assistant/index.js';
export { type AccountState } from './channel-host/account-state.js';
export { ChannelHost } from './channel-host/channel-host.js';
export { ConversationsModule } from './conversations.module.js';
export type { LoopBreak } from './loops/loop-breaks.repository.js';
export { LoopBreaks } from './loops/loop-breaks.service.js';
export type { PollResults } from './polls/poll.js';
export { PollAdminService } from './operator/poll-admin.service.js';
export { POLL_LIMITS } from './polls/poll-words.js';
export { Polls } from './polls/polls.service.js';
export { OperatorActions } from './operator/operator-actions.service.js';
export { OperatorMessages } from './operator/operator-messages.service.js';
export type { ActionRequest, ActionResult, MessageRequest, SentMessages } from './operator/requests.js';
export {
  FILE_PARAMETER,
  missingIn,
  PARAMETERS as ACTION_PARAMETERS,
  POLL_ACTIONS,
} from './outgoing/actions.js';
export type { Conversation, ConversationLine } from './operator/view/conversation-view.repository.js';
export { Conversations, momentOf } from './operator/view/conversations.service.js';
export { OldestUnanswered } from './operator/view/oldest-unanswered.service.js';
export { type Timeline, TIMELINE_STEPS, Timelines } from './operator/view/timelines.service.js';
export { type AgentStatus, Assistants } from './operator/view/assistants.service.js';
