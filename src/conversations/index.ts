export { ChannelHost, type ChannelStatus } from './channel-host.js';
export { ConversationsModule } from './conversations.module.js';
export { OperatorActions } from './operator/operator-actions.service.js';
export { OperatorMessages } from './operator/operator-messages.service.js';
export type { ActionRequest, ActionResult, MessageRequest, SentMessages } from './operator/requests.js';
export { PARAMETERS as ACTION_PARAMETERS } from './outgoing/actions.js';
export type { Conversation, ConversationLine } from './view/conversation-view.repository.js';
export { Conversations, momentOf } from './view/conversations.service.js';
