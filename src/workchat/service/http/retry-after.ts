import type { HttpOutcome } from './exchange.js';

/** The longest accepted pause in ms: an absurd one would block everything (wire 3.5). */
const MAX_PAUSE_MS = 60_000;
/**
 * The pause when the service states none, ms: deliveries have a back-off of their own, but other calls wait this long.
 */
const UNSAID_PAUSE_MS = 2_000;

/** The pause that the service requires, ms; undefined when it requires none (wire 3.4). */
export function pauseOf(outcome: HttpOutcome, now: number): number | undefined {
  if (outcome.kind !== 'answered' || outcome.status !== 429) return undefined;
  return askedPauseMs(outcome.headers, now);
}

/** The pause of `Retry-After`, which is in seconds or a date, ms. */
export function askedPauseMs(headers: Headers, now: number): number {
  const header = headers.get('retry-after')?.trim() ?? '';
  const asked = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(asked) ? UNSAID_PAUSE_MS : Math.min(MAX_PAUSE_MS, Math.max(0, asked));
}
