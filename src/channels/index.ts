export * from './account-settings.js';
export * from './capabilities.js';
export { ChannelsModule } from './channels.module.js';
export * from './cli-commands.js';
export * from './code-fences.js';
export * from './connector/connector.js';
export * from './connector/connector-actions.js';
export * from './connector/connector-checks.js';
export * from './connector/connector-doctor.js';
export * from './connector/connector-remote.js';
export * from './connector/connector-webhooks.js';
export { Connector, ConnectorRegistry } from './connector-registry.js';
export { ConnectorState } from './connector/connector-state.js';
export * from './formatted-text.js';
export * from './ids.js';
export * from './inbound.js';
export * from './outbound.js';
export * from './reasons.js';
export {
  type AllowList,
  DM_POLICIES,
  type DmPolicy,
  GROUP_POLICIES,
  type GroupPolicy,
  type ListenerAddress,
  type Webhook,
} from '../common/index.js';
