export { workchatCommands } from './commands/commands.js';
export { WORKCHAT_CONFIG as WORKCHAT, WorkchatConfig } from './settings/workchat.config.js';
export { REASONS as WORKCHAT_REASONS } from './workchat.connector.js';
export { WorkchatConnector } from './workchat.connector.js';
export { WorkchatModule } from './workchat.module.js';
export { workchatSetup } from './account/setup.js';
