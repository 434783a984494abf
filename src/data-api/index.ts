export { AccountModule, DataApiModule } from './data-api.module.js';
export { LimitsModule, WindowStorageModule } from './limits/limits.module.js';
export {
  KeyLimits,
  type KeyWithUsage,
  type ReachedLimit,
  type WindowUsage,
} from './limits/key-limits.service.js';
