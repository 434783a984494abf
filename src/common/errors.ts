import { type FieldFault, fieldFault, type FieldFaultCode } from './field-fault.js';

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
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The number of faults that an error names: a body may have thousands. */
const MAX_FAULTS = 20;

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
    options?: { cause?: unknown; faults?: readonly FieldFault[] },
  ) {
    super(message, options);
    this.faults = options?.faults;
    this.fields = options?.faults?.slice(0, MAX_FAULTS);
  }

  /** Of all fields at fault, where the error is about fields. */
  readonly faults: readonly FieldFault[] | undefined;
  /** Those that are named to the caller. */
  readonly fields: readonly FieldFault[] | undefined;

  /** A request that is not valid; `details` names the field and says what it should be. */
  static invalid(details: string): GatehouseError {
    return new GatehouseError('INVALID_REQUEST', 'The request is not valid.', details);
  }

  /** As {@link invalid}, for one field; `words` as for {@link fieldFault}. */
  static invalidField(field: string, words: string, code: FieldFaultCode = 'invalid'): GatehouseError {
    return GatehouseError.invalidFields([fieldFault(field, code, words)]);
  }

  /** A request with several faults, all of which are named, up to a number. */
  static invalidFields(faults: readonly FieldFault[]): GatehouseError {
    const messages = faults.slice(0, MAX_FAULTS).map(({ message }) => message);
    const more = faults.length - messages.length;
    if (more > 0) messages.push(`${more} more are not valid`);
    const details = messages.join('; ');
    return new GatehouseError('INVALID_REQUEST', 'The request is not valid.', details, { faults });
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The text of any thrown value, for the operator's log. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
