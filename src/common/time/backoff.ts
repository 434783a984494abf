export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

export const JOB_BACKOFF: Backoff = { baseMs: 1_000, maxMs: 60_000 };

/**
 * How long to wait after the `attempt`-th failure (1 = first), ms. The time doubles up to a maximum, and is reduced by
 * up to half at random, so that simultaneous failures are not retried simultaneously.
 */
export function backoffMs(attempt: number, { baseMs, maxMs }: Backoff = JOB_BACKOFF): number {
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full * (1 - Math.random() / 2));
}
