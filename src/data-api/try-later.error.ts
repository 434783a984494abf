import { type ErrorCode, GatehouseError } from '../common/index.js';

/** Not now: the same request may get through later. The answer says when in `Retry-After`. */
export class TryLaterError extends GatehouseError {
  constructor(
    code: Extract<ErrorCode, 'UNAVAILABLE' | 'CONFLICT' | 'RATE_LIMITED'>,
    message: string,
    { details = '', retryAfterSeconds = 1, cause }: TryLaterOptions = {},
  ) {
    super(code, message, details, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** At least 1. */
  readonly retryAfterSeconds: number;
}

export interface TryLaterOptions {
  readonly details?: string;
  readonly retryAfterSeconds?: number;
  /** For the operator only. */
  readonly cause?: unknown;
}
