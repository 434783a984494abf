import type { ErrorCode } from '../errors.js';

/** Failures by their code: `[message, details]`. */
export type ErrorExamples = Readonly<Partial<Record<ErrorCode, readonly [string, string]>>>;

/** True of any route; a route names its own where they say more. */
export const ERROR_EXAMPLES: Required<ErrorExamples> = {
  INVALID_REQUEST: ['The request is not valid.', 'Host is given twice'],
  UNAUTHENTICATED: ['A valid API key is needed.', 'Authorization must be Bearer <API key>'],
  FORBIDDEN: ['This is not allowed.', 'it needs the role operator'],
  HTTPS_REQUIRED: ['Use https.', 'the request came in clear'],
  NOT_FOUND: ['There is nothing here.', 'id names nothing'],
  METHOD_NOT_ALLOWED: ['This method is not allowed here.', 'allowed: GET, HEAD'],
  CONFLICT: ['This is not possible now.', 'id is in another state'],
  PRECONDITION_FAILED: [
    'It has changed since it was read.',
    'If-Match is not the ETag it has now: read it again',
  ],
  PAYLOAD_TOO_LARGE: ['The request body is too large.', 'body is too large'],
  UNSUPPORTED_MEDIA_TYPE: ['This content type is not supported.', 'Content-Type must be application/json'],
  RATE_LIMITED: ['Too many requests.', 'try again in 42 s'],
  INTERNAL: ['Something went wrong on our side.', ''],
  UNAVAILABLE: ['The database cannot be reached at the moment.', ''],
};
