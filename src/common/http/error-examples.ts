import type { ErrorCode } from '../errors.js';

const example = (code: ErrorCode, message: string, details: string) => ({
  error: { code, message, details },
});

/** What each failure looks like; for the contracts. */
export const ERROR_EXAMPLES: Readonly<Record<ErrorCode, object>> = {
  INVALID_REQUEST: example('INVALID_REQUEST', 'The request is not valid.', 'input_data is required'),
  UNAUTHENTICATED: example(
    'UNAUTHENTICATED',
    'A valid API key is needed.',
    'Authorization must be Bearer <API key>',
  ),
  FORBIDDEN: example('FORBIDDEN', 'This API key may not do that.', 'it needs the scope users:read'),
  HTTPS_REQUIRED: example('HTTPS_REQUIRED', 'Use https.', 'the request came in clear'),
  NOT_FOUND: example('NOT_FOUND', 'There is nothing here.', 'id names nothing'),
  METHOD_NOT_ALLOWED: example('METHOD_NOT_ALLOWED', 'This method is not allowed here.', 'allowed: GET, HEAD'),
  CONFLICT: example(
    'CONFLICT',
    'This key stands for another request.',
    'Idempotency-Key was used with another body',
  ),
  PRECONDITION_FAILED: example(
    'PRECONDITION_FAILED',
    'It has changed since it was read.',
    'If-Match is not the ETag it has now: read it again',
  ),
  PAYLOAD_TOO_LARGE: example('PAYLOAD_TOO_LARGE', 'The request body is too large.', 'body is too large'),
  UNSUPPORTED_MEDIA_TYPE: example(
    'UNSUPPORTED_MEDIA_TYPE',
    'This content type is not supported.',
    'Content-Type must be application/json',
  ),
  RATE_LIMITED: example('RATE_LIMITED', 'Too many requests.', 'try again in 42 s'),
  INTERNAL: example('INTERNAL', 'Something went wrong on our side.', ''),
  UNAVAILABLE: example('UNAVAILABLE', 'The database cannot be reached at the moment.', ''),
};
