export { AssistantModule } from './assistant.module.js';
export { Assistant, type Question, type Turn } from './assistant.service.js';
export * from './runtime.js';
