export { errorBody, ErrorFilter } from './error.filter.js';
export { JsonBodyInterceptor } from './json-body.interceptor.js';
export { assignRequestId, REQUEST_ID_HEADER } from './request-id.js';
export { isFromThisMachine, isLoopbackHost } from './this-machine.js';
export { validationPipe } from './validation.js';
