import { GatehouseError } from '../../common/index.js';

/** Wrong tokens a client address may present per minute. */
export const FAILURES_PER_MINUTE = 30;

/** The address has presented too many wrong tokens. */
export class RateLimitedError extends GatehouseError {
  /** @param limit the limit that was reached, and the setting that has it */
  constructor(
    readonly retryAfterSeconds: number,
    limit?: string,
  ) {
    const why = limit === undefined ? '' : `: ${limit}`;
    super('RATE_LIMITED', 'Too many requests.', `try again in ${retryAfterSeconds} s${why}`);
  }
}
