export { type AccountState, isUp } from './channel-host/account-states.repository.js';
export { ChannelHost } from './channel-host/channel-host.js';
export { InboundModule } from './inbound.module.js';
