import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '../../access-control/index.js';
import type { WindowRecord } from './window-count.js';

/** A window that has counted the request. */
export interface WindowState extends WindowRecord {
  readonly limit: number;
}

/**
 * The window to report to a caller: among those that refuse, the one that opens last, so that waiting for it is enough;
 * else the one with the fewest requests left, and among equals the one that ends last.
 */
export function tightest(states: readonly WindowState[]): WindowState {
  return states.reduce((found, state) => (isTighter(state, found) ? state : found));
}

function isTighter(a: WindowState, b: WindowState): boolean {
  if (a.isBlocked !== b.isBlocked) return a.isBlocked;
  const remaining = a.limit - a.totalHits - (b.limit - b.totalHits);
  if (a.isBlocked || remaining === 0) return a.timeToExpire > b.timeToExpire;
  return remaining < 0;
}

/** The windows of the limits, by name. */
export const PERIODS = ['minute', 'hour', 'day'] as const;
export type Period = (typeof PERIODS)[number];

/** A counted request of an API key. */
export interface CountedRequest extends AuthenticatedRequest {
  windows?: Readonly<Record<Period, WindowState>>;
}

/** The windows of the calling key, this request included; only on routes with @RequiresKey. */
export const CurrentWindows = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { windows } = context.switchToHttp().getRequest<CountedRequest>();
  if (!windows) throw new Error('CurrentWindows on a route whose requests are not counted');
  return windows;
});
