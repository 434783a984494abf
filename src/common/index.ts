export * from './access/access.decorator.js';
export type { Brand } from './ids/brand.js';
export { Clock, SteadyClock, SystemClock } from './time/clock.js';
export { ERROR_STATUS, type ErrorCode, errorText, GatehouseError } from './errors.js';
export { FIELD_FAULTS, type FieldFault, fieldFault } from './field-fault.js';
export { ADMIN_API_PATH, API_PATH, DATA_API_PATH, isPlainPath } from './http/paths/api-path.js';
export { answerError, errorBody, MethodNotAllowedError, wrongMethod } from './http/errors/answer-error.js';
export { AnswersEtag, ApiIfMatch, ETAG_HEADER, etagOf, IfMatch, requireMatch } from './http/headers/etag.js';
export { ErrorFilter } from './http/errors/error.filter.js';
export {
  IDEMPOTENCY_KEY_SCHEMA,
  IdempotencyKey,
  idempotencyKeyIn,
  identityOf,
  KeyInUseError,
  OTHER_BODY,
  otherBody,
  REPLAYED_HEADER,
} from './http/headers/idempotency-key.js';
export {
  JsonBody,
  JsonBodyInterceptor,
  JsonPatchBody,
  readJsonBody,
  SmallJsonBody,
} from './http/body/json-body.js';
export { type JsonReader, jsonReader } from './http/body/json-reader.js';
export { type ParsedBody, parseBody } from './http/body/parse-body.js';
export { assignRequestId, REQUEST_ID_HEADER } from './http/errors/answer-error.js';
export type { ListenerAddress, Webhook } from './http/webhook.js';
export { WEBHOOK_DOCS, type WebhookDocs } from './http/webhook-docs.js';
export { isNotConnected } from './http/not-connected.js';
export { retryAfterMs } from './http/headers/retry-after.js';
export { oneAtATime } from './http/one-at-a-time.js';
export { isFromThisMachine, isLocalProgram, isLoopbackHost } from './http/this-machine.js';
export { UntrustedForwarding } from './http/untrusted-forwarding.js';
export { IdPipe, PathId } from './http/paths/path-id.js';
export { RefusesUnknownQuery } from './http/paths/unknown-query.js';
export { type BodyFault, type BodyLimits, BodyUnread, discardBody, readBody } from './http/body/read-body.js';
export { toGatehouseError } from './http/errors/error.filter.js';
export { validationPipe } from './http/body/json-body.js';
export {
  apiErrors,
  apiHeader,
  BODY_ERRORS,
  type ErrorExamples,
  FieldFaultDto,
  type HeaderDocs,
} from './http/errors/api-errors.js';
export { ApiField, ApiFieldOrNull, ApiTextOrNull, ApiTime, ApiTimeOrNull } from './http/api-field.js';
export { isDay, isoTime, isoTimeOrNull } from './http/timestamp.js';
export { forgetKeys, type ForgetsPeople, REMEMBERS_PEOPLE, RemembersPeople } from './forgets-people.js';
export {
  fieldsOf,
  isRecord,
  isTrue,
  type JsonRecord,
  listOf,
  numberOf,
  parseJson,
  recordOf,
  recordsOf,
  textOf,
} from './json.js';
export { valuesIn } from './json-values.js';
export { KeptLines } from './log/kept-lines.js';
export { KeptLinesModule } from './log/kept-lines.module.js';
export { aboutMessage, MESSAGE_FIELDS, type MessageIds } from './log/about-message.js';
export { MetricsModule, registerNumberGauge, registerStateGauge } from './telemetry/metrics.module.js';
export {
  type Carried,
  type OpenCall,
  type TracedAttempt,
  type TracedCall,
  type TracedCallEnd,
  type TracedEvent,
  type TracedRun,
  type TracedTool,
  type TracedTurn,
  type Tracer,
  traceparentOf,
  tracer,
  traceWith,
} from './telemetry/tracing.js';
export { comparableText, type Likeness, likenessOf, plainName } from './text/likeness.js';
export { visibly } from './json-values.js';
export { type Backoff, backoffMs } from './time/backoff.js';
export { durationMs } from './time/duration.js';
export { newShortCode, normalizeShortCode } from './ids/short-code.js';
export { base32, firstIdAt, newId, randomChars, timeOfId } from './ids/opaque-id.js';
export { hashOfSecret, SecretFormat, withoutSecrets } from './ids/secret-format.js';
export {
  type AllowList,
  DM_POLICIES,
  type DmPolicy,
  GROUP_POLICIES,
  type GroupPolicy,
} from './access/sender-access.js';
export {
  type ActionName,
  ACTIONS,
  MCP_POLICY_ENTRY,
  type MessagePolicyName,
  TOOL_POLICY_ENTRIES,
  type ToolPolicy,
} from './access/tool-policy.js';
export { canonicalName } from './ids/canonical-name.js';
export {
  filled,
  NO_REMEDY,
  type Reason,
  REASON_FACTS,
  type ReasonFact,
  type ReasonFacts,
  type Reasons,
  reasons,
  shellWord,
} from './reasons.js';
export * from './checks/check.js';
export { clockFinding } from './checks/clock-finding.js';
export { isMeant, repairAll, type RepairOutcome, runChecks } from './checks/run-checks.js';
export { linkTarget, pageOf, titleOf, topics } from './documentation.js';
export { programFile, programFolder, shippedFile, VERSION } from './program-files.js';
export { FailureLimiter } from './access/failure-limiter.js';
export { Deadline, orAborted, untilAborted, whileTelling, withTimeout } from './time/waiting.js';
