import { GatehouseError } from '../../common/index.js';

/** Wrong tokens a client address may present per minute. */
export const FAILURES_PER_MINUTE = 30;

/** The address has presented too many wrong tokens. */
export class RateLimitedError extends GatehouseError {
  constructor(readonly retryAfterSeconds: number) {
    super('RATE_LIMITED', 'Too many requests.', `try again in ${retryAfterSeconds} s`);
  }
}
