export { AssistantModule } from './assistant.module.js';
export {
  AGENT_STATES,
  type AgentState,
  type AgentStatus,
  type Arrival,
  Assistant,
  type Question,
  type Turn,
} from './assistant.service.js';
export { type PromptInput, type PromptMessage, promptOf, writtenTurn } from './prompt.js';
export * from './runtime.js';
export type { SlotOutcome } from './turn-slots.js';
