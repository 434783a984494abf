export { AssistantModule } from './assistant.module.js';
export {
  AGENT_STATES,
  type AgentState,
  type AgentStatus,
  type TurnRequest,
  Assistant,
  type Question,
  type Turn,
} from './assistant.service.js';
export { EarlierMessage } from './earlier-message.js';
export { type PromptInput, promptOf, writtenTurn } from './prompt.js';
export * from './runtime.js';
export { MESSAGE_TOKENS } from './token-estimate.js';
export { type Trial, tryAgent } from './trial.js';
export type { SlotOutcome } from './turn-slots.js';
