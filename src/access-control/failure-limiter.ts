import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { GatehouseError } from '../common/index.js';

/** Wrong tokens a client address may present per minute before every request of it is refused. */
const FAILURES_PER_MINUTE = 30;

/** Slows down guessing: counts failed authentications by client address. Per process; a guess is cheap to refuse. */
@Injectable()
export class FailureLimiter {
  private readonly limiter = new RateLimiterMemory({ points: FAILURES_PER_MINUTE, duration: 60 });

  /** @throws GatehouseError RATE_LIMITED while the address is locked out. */
  async check(address: string): Promise<void> {
    const state = await this.limiter.get(address);
    if (state && state.consumedPoints > FAILURES_PER_MINUTE) {
      throw new RateLimitedError(Math.ceil(state.msBeforeNext / 1000));
    }
  }

  async countFailure(address: string): Promise<void> {
    await this.limiter.penalty(address);
  }
}

export class RateLimitedError extends GatehouseError {
  constructor(readonly retryAfterSeconds: number) {
    super('RATE_LIMITED', 'Too many requests.', `try again in ${retryAfterSeconds} s`);
  }
}
