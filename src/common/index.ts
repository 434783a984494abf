export * from './access.decorator.js';
export type { Brand } from './brand.js';
export { Clock, SystemClock } from './clock.js';
export { ERROR_STATUS, type ErrorCode, errorText, GatehouseError } from './errors.js';
export * from './http/index.js';
export { MetricsModule, registerStateGauge } from './metrics.module.js';
export { type Backoff, backoffMs } from './backoff.js';
export { base32, newId, randomChars } from './opaque-id.js';
export { hashOfSecret, SecretFormat, withoutSecrets } from './secret-format.js';
export {
  type AllowList,
  DM_POLICIES,
  type DmPolicy,
  GROUP_POLICIES,
  type GroupPolicy,
} from './sender-access.js';
export { type MessagePolicyName, TOOL_POLICY_ENTRIES, type ToolPolicy } from './tool-policy.js';
export { canonicalName } from './canonical-name.js';
export { programFile, programFolder } from './program-files.js';
export { VERSION } from './version.js';
export { FailureLimiter } from './failure-limiter.js';
export { untilAborted, withTimeout } from './waiting.js';
