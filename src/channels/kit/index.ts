export { DM_POLICY_QUESTION } from './dm-policy-question.js';
export { AccountConnector, type AccountDirectory } from './account-connector.js';
export { directAccount, directMessage } from './direct-account.js';
export {
  codeOf,
  type HttpAnswer,
  type HttpCall,
  HttpClient,
  type HttpClientOptions,
  type HttpFault,
  type HttpHeaders,
  type HttpInterruption,
  type HttpOutcome,
  type HttpStream,
  type HttpStreamOutcome,
  urlBelow,
} from '../../common/http/client/index.js';
export {
  fieldsOf,
  isTrue,
  type JsonRecord,
  listOf,
  numberOf,
  parseJson,
  recordOf,
  recordsOf,
  retryAfterMs,
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
