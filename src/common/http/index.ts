export { API_PATH, DATA_API_PATH } from './api-path.js';
export { answerError, errorBody, MethodNotAllowedError, wrongMethod } from './answer-error.js';
export { etagOf, IfMatch, requireMatch } from './etag.js';
export { ErrorFilter } from './error.filter.js';
export {
  IdempotencyKey,
  IDEMPOTENCY_KEY_SCHEMA,
  idempotencyKeyIn,
  REPLAYED_HEADER,
} from './idempotency-key.js';
export { JsonBody, JsonBodyInterceptor, JsonPatchBody } from './json-body.js';
export { type JsonReader, jsonReader } from './json-reader.js';
export { assignRequestId, REQUEST_ID_HEADER } from './request-id.js';
export { isFromThisMachine, isLocalProgram, isLoopbackHost } from './this-machine.js';
export { PathId } from './path-id.js';
export { type BodyFault, type BodyLimits, BodyUnread, discardBody, readBody } from './read-body.js';
export { AnswersEtag, ApiIfMatch, ETAG_HEADER } from './etag.decorator.js';
export { toGatehouseError } from './to-gatehouse-error.js';
export { validationPipe } from './validation.js';
export { apiErrors, type HeaderDocs } from './api-errors.js';
export type { ErrorExamples } from './error-examples.js';
export { ApiTime, ApiTimeOrNull, isoTime, isoTimeOrNull } from './timestamp.js';
