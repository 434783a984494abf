import { type ErrorCode, GatehouseError } from '../../common/index.js';

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

/** We have as much to do as we can take; nothing is wrong with the request or with what works on it. */
export class BusyError extends TryLaterError {
  constructor() {
    super('UNAVAILABLE', 'Too many requests are being processed at the moment.');
  }
}

export interface TryLaterOptions {
  readonly details?: string;
  readonly retryAfterSeconds?: number;
  /** For the operator only. */
  readonly cause?: unknown;
}
