export { IMBRIDGE_CONFIG as IMBRIDGE, ImbridgeConfig } from './imbridge.config.js';
export { imbridgeIsComplete } from './imbridge.accounts.js';
export { ImbridgeConnector } from './imbridge.connector.js';
export { ImbridgeModule } from './imbridge.module.js';
