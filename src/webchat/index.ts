export { CONSOLE, conversationOf, senderOf } from './id.js';
export { WEBCHAT_CONFIG as WEBCHAT } from './webchat.config.js';
export { type Person, WebchatConnector } from './webchat.connector.js';
export { WebchatModule } from './webchat.module.js';
