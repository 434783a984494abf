export { ChannelHost, type ChannelStatus } from './channel-host.js';
export { ConversationsModule } from './conversations.module.js';
