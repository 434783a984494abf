/** Simulators of outside services, for the demo, local development and tests. They import nothing from `src`. */
export { BridgeSimulator, type BridgeSimulatorOptions } from './bridge/bridge-simulator.js';
export type { BridgeEventMap } from './bridge/common/events.js';
export type { BridgeFaults, RequestFault, SendFault, WebhookFault } from './bridge/common/faults.js';
export { EXAMPLES, type ExampleId } from './bridge/fixtures/index.js';
export type { IncomingAttachment, IncomingMessage } from './bridge/people/people.js';
export type {
  ChatRow,
  MessageFields,
  MessageRow,
  ReadEvent,
  RequestRecord,
  Service,
  TypingEvent,
  WebhookBody,
  WebhookDelivery,
  WebhookRow,
} from './bridge/common/types.js';
export type { ModelFault, ModelFaults } from './model/faults.js';
export { ModelSimulator, type ModelSimulatorOptions } from './model/model-simulator.js';
export { QUIRKS, type Quirk, quirkNamed, USUAL_TOOLS } from './model/quirks/index.js';
export { SCHEMA_CHECKS } from './model/wires/schemas/index.js';
export { lastUserText, type Scene, toolResults } from './model/scene.js';
export type {
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelRequestRecord,
  ToolCall,
  WireName,
} from './model/types.js';
export type { CallTotals, ModelTotals, TokenCounts } from './model/usage/ledger.js';
export { runModelTerminal, type ModelTerminalOptions } from './model/terminal/terminal.js';
export { runBridgeTerminal, type BridgeTerminalOptions } from './bridge/terminal/terminal.js';
export type { Contact } from './bridge/people/contacts.js';
export { WorkplaceSimulator } from './workplace/workplace-simulator.js';
export type { WorkplaceSimulatorOptions } from './workplace/options.js';
export type { WorkplaceCloud, WorkplaceSettings } from './workplace/cloud.js';
export type { Complaint, ComplaintCode } from './workplace/common/complaints.js';
export type { ShownMessage } from './workplace/transcript.js';
export type { RawPost } from './workplace/raw-post.js';
export { WORKPLACE_EXAMPLES, type WorkplaceExampleId } from './workplace/fixtures/index.js';
export { callTo, type DeliveryFault, type HttpFault, type WorkplaceFaults } from './workplace/core/faults.js';
export {
  graphProblem,
  graphThrottled,
  loginProblem,
  serviceProblem,
  throttled,
  writesBlocked,
} from './workplace/http/problems.js';
export type { TokenPlan } from './workplace/core/login/channel-signer.js';
export type { Answer } from './workplace/http/answer.js';
export type { ExecuteAnswer, ShownAnswer } from './workplace/people/cards.js';
export type { NewMessage } from './workplace/people/people.js';
export type {
  Activity,
  BotAnswer,
  Conversation,
  Delivery,
  HostName,
  Message,
  Posted,
  Team,
  User,
} from './workplace/common/types.js';
export { runWorkplaceTerminal, type WorkplaceTerminalOptions } from './workplace/terminal/terminal.js';
