export { mcpAddressesAreAllowed } from './addresses-are-allowed.rule.js';
export {
  type CallAnswer,
  type McpConnection,
  McpFailure,
  type McpFailureKind,
  type OfferedTool,
} from './connection/mcp-connection.js';
export { McpModule } from './mcp.module.js';
export { type LoginState, Mcp, type ServerView, waitingIn } from './mcp.service.js';
export { mcpServersAreKnown } from './servers-are-known.rule.js';
export type { ServerSettings } from './connection/open-connection.js';
export { resultText } from './tools/result-text.js';
export {
  type ListedTool,
  type McpTool,
  type ServerTools,
  WITHHELD_REASONS,
  type WithheldReason,
  type WithheldTool,
} from './tools/tool-catalog.js';
export { connecting } from './connection/connecting.js';
export { canonicalJson, definitionIn, definitionText, digestOf, nameIn } from './tools/tool-definition.js';
export { clientDescription } from './login/begin-login.js';
export {
  type LoginAnswer,
  type LoginAttempt,
  type LoginEnd,
  LoginFlow,
  type StartedLogin,
} from './login/login-flow.service.js';
