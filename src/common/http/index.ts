export { API_PATH } from './api-path.js';
export { errorBody } from './answer-error.js';
export { type Client, ClientResolver } from './client.js';
export { etagOf, IfMatch, requireMatch } from './etag.js';
export { ErrorFilter } from './error.filter.js';
export { answerRawErrors } from './raw-errors.js';
export {
  IdempotencyKey,
  IDEMPOTENCY_KEY_SCHEMA,
  idempotencyKeyIn,
  REPLAYED_HEADER,
} from './idempotency-key.js';
export { inTurn } from './in-turn.js';
export { JsonAdapter } from './json-adapter.js';
export { JsonBody, JsonBodyInterceptor, JsonPatchBody } from './json-body.js';
export { type JsonReader, jsonReader } from './json-reader.js';
export { assignRequestId, REQUEST_ID_HEADER } from './request-id.js';
export { isFromThisMachine, isLocalProgram, isLoopbackHost } from './this-machine.js';
export { PathId } from './path-id.js';
export { type BodyFault, type BodyLimits, BodyUnread, discardBody, readBody } from './read-body.js';
export { requireHttps } from './require-https.js';
export { AnswersEtag, ApiIfMatch, ETAG_HEADER } from './etag.decorator.js';
export { securityHeaders } from './security-headers.js';
export { validationPipe } from './validation.js';
export { refuseOptions, requireHost } from './well-formed.js';
export { apiErrors, type HeaderDocs } from './api-errors.js';
export type { ErrorExamples } from './error-examples.js';
export { ApiTime, ApiTimeOrNull, isoTime, isoTimeOrNull } from './timestamp.js';
