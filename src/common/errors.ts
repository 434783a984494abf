/** Error codes of the outside contract, each with its HTTP status (DESIGN 6). */
export const ERROR_STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  HTTPS_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * A failure with a code. `message` and `details` are safe to show to outsiders; details that only the operator may see
 * are in `cause`.
 */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details = '',
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }

  /** A request that is not valid; `details` names the field and says what it should be. */
  static invalid(details: string): GatehouseError {
    return new GatehouseError('INVALID_REQUEST', 'The request is not valid.', details);
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The text of any thrown value, for the operator's log. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
