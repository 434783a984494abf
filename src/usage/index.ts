export { usageIsSound } from './prices/usage-is-sound.rule.js';
export { UsageModule } from './usage.module.js';
export { TurnUsage } from './usage.service.js';
