import type { HttpOutcome } from './exchange.js';

/** The longest pause the service may ask for, ms: an absurd one would hold everything up (wire 3.5). */
const MAX_PAUSE_MS = 60_000;
/** Where it does not say: the delivery has a back-off of its own, and others wait a little too. */
const UNSAID_PAUSE_MS = 2_000;

/** How long the service wants to be left alone, ms; undefined when it does not (wire 3.4). */
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
