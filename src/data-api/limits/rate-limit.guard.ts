import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerOptions } from '@nestjs/throttler';
import type { Response } from 'express';
import { type KeyHolder, RateLimitedError } from '../../access-control/index.js';
import { ACCESS_RULE, type AccessRule } from '../../common/index.js';
import { type CountedRequest, tightest, type WindowState } from './key-limits.service.js';

/**
 * Reports the limits to a caller: all windows in `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers),
 * and the tightest in `X-RateLimit-*`.
 * @param windows as configured, in the order of `states`
 * @returns the tightest window
 */
function reportLimits(
  response: Response,
  windows: readonly ThrottlerOptions[],
  states: readonly WindowState[],
): WindowState {
  const state = tightest(states);
  response.setHeader('X-RateLimit-Limit', state.limit);
  response.setHeader('X-RateLimit-Remaining', remaining(state));
  response.setHeader('X-RateLimit-Reset', state.timeToExpire);
  let [policy, now] = ['', ''];
  for (const [at, each] of states.entries()) {
    const { name = '', ttl } = windows[at] ?? {};
    const item = `${at === 0 ? '' : ', '}"${name}"`;
    policy += `${item};q=${each.limit};w=${Number(ttl) / 1000}`;
    now += `${item};r=${remaining(each)};t=${each.timeToExpire}`;
  }
  response.setHeader('RateLimit-Policy', policy);
  response.setHeader('RateLimit', now);
  return state;
}

const remaining = ({ limit, totalHits }: WindowState): number => Math.max(0, limit - totalHits);

/**
 * Enforces the limits of API keys, after AccessGuard has identified the key. Unlike Nest's throttler, all windows count
 * every request, even one that an earlier window refuses, and one refusal tells of them all. So a route can neither skip
 * them nor have its own: @SkipThrottle and @Throttle have no effect, and test/architecture refuses them.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /**
   * @throws RateLimitedError; DatabaseUnavailableError when requests cannot be counted, so that none passes uncounted
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CountedRequest>();
    const { apiKey } = request;
    if (!apiKey) return this.needsNoKey(context);
    const states = await Promise.all(this.throttlers.map((window) => this.count(window, apiKey, context)));
    request.windows = byPeriod(this.throttlers, states);
    const state = reportLimits(context.switchToHttp().getResponse<Response>(), this.throttlers, states);
    if (state.isBlocked) throw new RateLimitedError(state.timeToExpire, this.reached(state, states, apiKey));
    return true;
  }

  /** Names the limit, for the operator whom the caller asks. */
  private reached(state: WindowState, states: readonly WindowState[], { limits }: KeyHolder): string {
    const { name = '' } = this.throttlers[states.indexOf(state)] ?? {};
    const setting = `per${name.charAt(0).toUpperCase()}${name.slice(1)}` as keyof typeof limits;
    const owner = limits[setting] === undefined ? `dataApi.limits.${setting}` : "the key's own limit";
    return `${state.limit} requests per ${name} are allowed (${owner})`;
  }

  private async count(
    { name = '', ttl, limit }: ThrottlerOptions,
    { countsAs }: KeyHolder,
    context: ExecutionContext,
  ): Promise<WindowState> {
    const given = typeof limit === 'function' ? limit(context) : limit;
    const most = typeof given === 'number' ? given : await given;
    const record = await this.storageService.increment(countsAs, Number(ttl), most, Number(ttl), name);
    // Keys counted together may have different limits, so the limit of the last count may belong to another key.
    return { ...record, limit: most, isBlocked: record.totalHits > most };
  }

  /** A request without a key on a route for keys was never authenticated: it must not pass uncounted. */
  private needsNoKey(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, targets);
    if (rule?.kind === 'key') throw new Error('limits are checked before the key is');
    return true;
  }
}

function byPeriod(
  throttlers: readonly ThrottlerOptions[],
  states: readonly WindowState[],
): CountedRequest['windows'] & object {
  const windows: Record<string, WindowState | undefined> = {};
  for (const [at, { name = '' }] of throttlers.entries()) windows[name] = states[at];
  return windows as CountedRequest['windows'] & object;
}
