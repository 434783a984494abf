import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, FailureLimiter } from '../../common/index.js';
import { type AuthenticatedRequest, bearerToken } from '../authenticated-request.js';
import { FAILURES_PER_MINUTE, RateLimitedError } from '../rate-limited.error.js';
import { InvalidKeyError } from './invalid-key.error.js';
import { KeyAuthenticator } from './key-authenticator.js';

/**
 * A refusal leaves this long after the request came: whether there was no key, a mistyped one, or one that had to
 * be looked up in the database, is not to be read from the time.
 */
const REFUSAL_MS = 20;

/** Who may call the Data API: holders of a valid key. What the key is good for is looked at by ScopeGuard. */
@Injectable()
export class KeyGate {
  private readonly failures: FailureLimiter;

  constructor(
    private readonly keys: KeyAuthenticator,
    clock: Clock,
  ) {
    this.failures = new FailureLimiter(clock, FAILURES_PER_MINUTE);
  }

  /**
   * Lets a request pass as the holder of its key, whatever strangers at the same address have tried: nobody
   * guesses 160 bits.
   * @throws GatehouseError UNAUTHENTICATED, the same for every reason; RATE_LIMITED; UNAVAILABLE
   */
  async admit(request: AuthenticatedRequest): Promise<boolean> {
    const arrivedAt = performance.now();
    const text = bearerToken(request);
    const holder = text === undefined ? undefined : await this.keys.authenticate(text);
    if (!holder) return this.refuse(request.ip ?? 'unknown', arrivedAt);
    request.apiKey = holder;
    return true;
  }

  private async refuse(address: string, arrivedAt: number): Promise<never> {
    const wait = this.failures.blockedForSeconds(address);
    if (wait === 0) this.failures.failed(address);
    await pause(Math.max(0, Math.ceil(arrivedAt + REFUSAL_MS - performance.now())));
    if (wait > 0) throw new RateLimitedError(wait);
    throw new InvalidKeyError();
  }
}
