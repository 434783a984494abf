export { API_PATH, DATA_API_PATH } from './paths/api-path.js';
export { answerError, errorBody, MethodNotAllowedError, wrongMethod } from './errors/answer-error.js';
export { AnswersEtag, ApiIfMatch, ETAG_HEADER, etagOf, IfMatch, requireMatch } from './headers/etag.js';
export { ErrorFilter } from './errors/error.filter.js';
export {
  IDEMPOTENCY_KEY_SCHEMA,
  IdempotencyKey,
  idempotencyKeyIn,
  REPLAYED_HEADER,
} from './headers/idempotency-key.js';
export { JsonBody, JsonBodyInterceptor, JsonPatchBody } from './body/json-body.js';
export { type JsonReader, jsonReader } from './body/json-reader.js';
export { assignRequestId, REQUEST_ID_HEADER } from './headers/request-id.js';
export { isFromThisMachine, isLocalProgram, isLoopbackHost } from './this-machine.js';
export { PathId } from './paths/path-id.js';
export { type BodyFault, type BodyLimits, BodyUnread, discardBody, readBody } from './body/read-body.js';
export { toGatehouseError } from './errors/to-gatehouse-error.js';
export { validationPipe } from './body/validation.js';
export { apiErrors, type ErrorExamples, type HeaderDocs } from './errors/api-errors.js';
export { ApiTime, ApiTimeOrNull, isoTime, isoTimeOrNull } from './timestamp.js';
