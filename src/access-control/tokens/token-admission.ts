import { Injectable } from '@nestjs/common';
import { Clock, FailureLimiter } from '../../common/index.js';
import { FAILURES_PER_MINUTE, RateLimitedError } from '../keys/key-authenticator.js';
import { TokenAuthenticator, type TokenFault, type TokenHolder } from './token-authenticator.js';

const LIMIT = `at most ${FAILURES_PER_MINUTE} wrong tokens per minute are allowed from one address`;

/** Admits holders of admin tokens, as bearers and when they sign in: wrong tokens of an address are counted together. */
@Injectable()
export class TokenAdmission {
  private readonly failures: FailureLimiter;

  constructor(
    private readonly tokens: TokenAuthenticator,
    clock: Clock,
  ) {
    this.failures = new FailureLimiter(clock, FAILURES_PER_MINUTE);
  }

  /**
   * @param token undefined when the request has none, which is not counted
   * @throws RateLimitedError; DatabaseUnavailableError
   */
  async admit(token: string | undefined, address = 'unknown'): Promise<TokenHolder | TokenFault> {
    const found = token === undefined ? 'unknown' : await this.tokens.authenticate(token);
    // Other clients at the same address must not lock out the operator, unless the token could be guessed.
    if (typeof found === 'object' && !this.tokens.isGuessable(found.actor)) return found;
    const wait = this.failures.blockedForSeconds(address);
    if (wait > 0) throw new RateLimitedError(wait, LIMIT);
    if (typeof found === 'string' && token !== undefined) this.failures.failed(address);
    return found;
  }
}
