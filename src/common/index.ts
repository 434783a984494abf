export * from './access/access.decorator.js';
export type { Brand } from './ids/brand.js';
export { Clock, SystemClock } from './time/clock.js';
export { ERROR_STATUS, type ErrorCode, errorText, GatehouseError } from './errors.js';
export * from './http/index.js';
export { MetricsModule, registerStateGauge } from './metrics.module.js';
export { type Backoff, backoffMs } from './time/backoff.js';
export { base32, firstIdAt, newId, randomChars } from './ids/opaque-id.js';
export { hashOfSecret, SecretFormat, withoutSecrets } from './ids/secret-format.js';
export {
  type AllowList,
  DM_POLICIES,
  type DmPolicy,
  GROUP_POLICIES,
  type GroupPolicy,
} from './access/sender-access.js';
export { type MessagePolicyName, TOOL_POLICY_ENTRIES, type ToolPolicy } from './access/tool-policy.js';
export { canonicalName } from './ids/canonical-name.js';
export { programFile, programFolder } from './program-files.js';
export { VERSION } from './version.js';
export { FailureLimiter } from './access/failure-limiter.js';
export { untilAborted, withTimeout } from './time/waiting.js';
