export type { AccountState } from './channel-host/account-state.js';
export { ChannelHostModule } from './channel-host/channel-host.module.js';
export { ChannelHost } from './channel-host/channel-host.js';
export { ConnectorStateModule } from './channel-host/connector-state.module.js';
