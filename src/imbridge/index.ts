export { IMBRIDGE_CONFIG as IMBRIDGE, ImbridgeConfig } from './imbridge.config.js';
export { imbridgeIsComplete, settingsFrom as imbridgeAccounts } from './account/accounts.js';
export { REASONS as IMBRIDGE_REASONS } from './imbridge.connector.js';
export { ImbridgeConnector } from './imbridge.connector.js';
export { ImbridgeModule } from './imbridge.module.js';
export { CONTINUE_FROM, STARTED_KEYS } from './inbound/rows/cursor.js';
export type { ImbridgeSettings } from './settings/settings.js';
export { imbridgeSetup } from './account/setup.js';
export { type AccountPlace, accountPlace } from './account/setup.js';
export {
  type BridgeProbe,
  isUsable,
  probeBridge,
  probeText,
  webhookSetup,
  type WebhookSetup,
} from './account/bridge-setup.js';
export {
  allowEntryProblem as senderEntryProblem,
  conversationEntryKey,
  typedSender as senderOfEntry,
} from './settings/allow-list.js';
