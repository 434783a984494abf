export { DM_POLICY_QUESTION } from './dm-policy-question.js';
export { AccountConnector, type AccountDirectory } from './account-connector.js';
export { directAccount, directMessage } from './direct-account.js';
export { HttpClient, type HttpClientOptions } from './http/http-client.js';
export {
  codeOf,
  type HttpAnswer,
  type HttpCall,
  type HttpFault,
  type HttpHeaders,
  type HttpInterruption,
  type HttpOutcome,
  retryAfterMs,
  urlBelow,
} from './http/http-call.js';
export type { HttpStream, HttpStreamOutcome } from './http/http-stream.js';
export {
  fieldsOf,
  isTrue,
  type JsonRecord,
  listOf,
  numberOf,
  parseJson,
  recordOf,
  recordsOf,
  textOf,
} from '../../common/index.js';
export {
  ABSENT,
  absentAccount,
  actionFailed,
  actionOutcome,
  answerOutcome,
  type FailedSend,
  LATER,
  NEVER,
  type NotSent,
  notSent,
  notSupported,
  unanswered,
  WAIT,
} from './outcomes.js';
export { requireBearer } from './shared-secret.js';
export { answerRefusal, type RefusalBody, retryAfter, WebhookRefusal } from './webhook-refusal.js';
