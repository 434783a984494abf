export { API_PATH, DATA_API_PATH } from './api-path.js';
export { answerError, errorBody, MethodNotAllowedError, wrongMethod } from './answer-error.js';
export { AnswersEtag, ApiIfMatch, ETAG_HEADER, etagOf, IfMatch, requireMatch } from './etag.js';
export { ErrorFilter } from './error.filter.js';
export {
  IDEMPOTENCY_KEY_SCHEMA,
  IdempotencyKey,
  idempotencyKeyIn,
  REPLAYED_HEADER,
} from './idempotency-key.js';
export { JsonBody, JsonBodyInterceptor, JsonPatchBody } from './json-body.js';
export { type JsonReader, jsonReader } from './json-reader.js';
export { assignRequestId, REQUEST_ID_HEADER } from './request-id.js';
export { isFromThisMachine, isLocalProgram, isLoopbackHost } from './this-machine.js';
export { PathId } from './path-id.js';
export { type BodyFault, type BodyLimits, BodyUnread, discardBody, readBody } from './read-body.js';
export { toGatehouseError } from './to-gatehouse-error.js';
export { validationPipe } from './validation.js';
export { apiErrors, type ErrorExamples, type HeaderDocs } from './api-errors.js';
export { ApiTime, ApiTimeOrNull, isoTime, isoTimeOrNull } from './timestamp.js';
