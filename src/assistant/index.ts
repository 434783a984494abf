export { AssistantModule } from './assistant.module.js';
export { Assistant, type Question } from './assistant.service.js';
export {
  type AgentSettings,
  type AssistantRuntime,
  type HistoryEntry,
  RuntimeFailure,
  type TurnInput,
  type TurnPart,
} from './runtime.js';
