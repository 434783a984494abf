export { AccountModule } from './account.module.js';
export { DataApiModule } from './data-api.module.js';
export { LimitsModule } from './limits/limits.module.js';
