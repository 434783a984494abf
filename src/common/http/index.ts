export { errorBody, ErrorFilter } from './error.filter.js';
export { JsonBodyInterceptor, OwnBody } from './json-body.interceptor.js';
export { type JsonReader, jsonReader } from './json-reader.js';
export { assignRequestId, REQUEST_ID_HEADER } from './request-id.js';
export { isFromThisMachine, isLoopbackHost } from './this-machine.js';
export { validationPipe } from './validation.js';
export { apiErrors, type HeaderDocs } from './api-errors.js';
export { ApiTime, ApiTimeOrNull, isoTime, isoTimeOrNull } from './timestamp.js';
