export { LimitsModule } from './limits/limits.module.js';
