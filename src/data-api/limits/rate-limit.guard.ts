import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerOptions } from '@nestjs/throttler';
import type { Response } from 'express';
import { type KeyHolder, RateLimitedError } from '../../access-control/index.js';
import { ACCESS_RULE, type AccessRule } from '../../common/index.js';
import { type CountedRequest, tightest, type WindowState } from './tightest.js';

/**
 * Holds API keys to their limits, after AccessGuard has said whose key it is. The throttler of Nest, but for this: all
 * windows count every request, also one that an earlier window refuses, and the answer tells of one window only.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** @throws RateLimitedError; DatabaseUnavailableError when requests cannot be counted: nobody passes uncounted */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CountedRequest>();
    const { apiKey } = request;
    if (!apiKey) return this.needsNoKey(context);
    const states = await Promise.all(this.throttlers.map((window) => this.count(window, apiKey, context)));
    request.windows = byPeriod(this.throttlers, states);
    const state = tightest(states);
    tell(context.switchToHttp().getResponse<Response>(), state);
    if (state.isBlocked) throw new RateLimitedError(state.timeToExpire);
    return true;
  }

  private async count(
    { name = '', ttl, limit }: ThrottlerOptions,
    { countsAs }: KeyHolder,
    context: ExecutionContext,
  ): Promise<WindowState> {
    const most = typeof limit === 'function' ? await limit(context) : limit;
    const record = await this.storageService.increment(countsAs, Number(ttl), most, Number(ttl), name);
    // Keys that are counted together may have limits of their own: what the count was last asked with is not ours.
    return { ...record, limit: most, isBlocked: record.totalHits > most };
  }

  /** A route for keys that got here without one was let in by nobody: it must not pass uncounted. */
  private needsNoKey(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, targets);
    if (rule?.kind === 'key') throw new Error('limits are checked before the key is');
    return true;
  }
}

const byPeriod = (throttlers: readonly ThrottlerOptions[], states: readonly WindowState[]) =>
  Object.fromEntries(throttlers.map(({ name }, at) => [name, states[at]])) as CountedRequest['windows'] &
    object;

function tell(response: Response, { limit, totalHits, timeToExpire }: WindowState): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - totalHits));
  response.setHeader('X-RateLimit-Reset', timeToExpire);
}
