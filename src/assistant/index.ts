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
export { Continuation } from './prompt/continuation.js';
export { HistoryLine } from './prompt/history-line.js';
export type { PromptMessage } from './prompt/prompt-message.js';
export { type PromptInput, promptOf, writtenTurn } from './prompt/prompt.js';
export * from './runtime.js';
export { MESSAGE_TOKENS } from './prompt/token-estimate.js';
export { mayUseTools, type Trial, tryAgent } from './trial.js';
export { type ProbeNote, type ProbeReport, probeRuntime } from './models/probe/index.js';
export type { ModelUsage } from './models/wire.js';
export { ModelLabels } from './usage/turn-metrics.js';
export { ModelMeter } from './usage/model-meter.js';
export { ToolCallCounter } from './usage/tool-call-counter.js';
export { isOwnFault } from './usage/own-faults.js';
export { OverBudgetError } from './usage/own-faults.js';
export * from './usage/usage-meter.js';
export type { ModelToolProblem, ToolFit } from './models/tools/tool-fit.js';
export { withoutImages } from './runtimes/result-images.js';
export { fenced } from './prompt/envelope.js';
export { TURN_FAILURES, type TurnFailure, turnFailureOf } from './turn-failures.js';
export type { SlotOutcome } from './slots/turn-slots.js';
