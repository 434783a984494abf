export { ChannelHost, type ChannelStatus } from './channel-host.js';
export { ConversationsModule } from './conversations.module.js';
export type { Conversation, ConversationLine } from './view/conversation-view.repository.js';
export { Conversations, momentOf } from './view/conversations.service.js';
