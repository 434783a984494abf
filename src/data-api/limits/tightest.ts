import type { WindowRecord } from './window-count.js';

/** A window after the request was counted in it. */
export interface WindowState extends WindowRecord {
  readonly limit: number;
}

/**
 * The window a caller should look at: among those that refuse, the one that opens last, so that waiting for it is
 * enough; else the one that lets fewest requests pass, and of several the one that ends last.
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
