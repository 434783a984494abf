import type { ThrottlerOptions } from '@nestjs/throttler';
import type { Response } from 'express';
import { tightest, type WindowState } from './tightest.js';

/**
 * Reports the limits to a caller: all windows in `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers),
 * and the tightest in `X-RateLimit-*`.
 * @param windows as configured, in the order of `states`
 * @returns the tightest window
 */
export function reportLimits(
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
