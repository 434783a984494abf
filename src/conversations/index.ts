export { ChannelHost, type ChannelStatus } from './channel-host.js';
export { ConversationsModule } from './conversations.module.js';
export type { PollResults } from './polls/poll.js';
export { PollDesk } from './polls/poll-desk.service.js';
export { POLL_LIMITS } from './polls/poll-words.js';
export { Polls } from './polls/polls.service.js';
export type { Conversation, ConversationLine } from './view/conversation-view.repository.js';
export { Conversations, momentOf } from './view/conversations.service.js';
