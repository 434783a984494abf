import { type ErrorCode, GatehouseError } from '../../common/index.js';

/** The same request may succeed later. `Retry-After` of the answer says when. */
export class TryLaterError extends GatehouseError {
  constructor(
    code: Extract<ErrorCode, 'UNAVAILABLE' | 'RATE_LIMITED'>,
    message: string,
    { details = '', retryAfterSeconds = 1, cause }: TryLaterOptions = {},
  ) {
    super(code, message, details, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** At least 1. */
  readonly retryAfterSeconds: number;
}

/** The gateway is at capacity; the request and the processor are fine. */
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
