export { AccountModule, DataApiModule } from './data-api.module.js';
export { LimitsModule } from './limits/limits.module.js';
