import { createHash } from 'node:crypto';
import type { IdempotencyClaim } from './data-request.repository.js';
import type { ProcessOptions } from '../processors/processor.js';

/** The time for which a key identifies its first request. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

/** A caller's request. */
export interface Order {
  readonly data: string;
  readonly options: ProcessOptions;
  /** The caller's `Idempotency-Key`. */
  readonly key?: string | undefined;
}

/** Two requests are the same when their values are: neither spaces nor the order of fields matter. */
export function claimOf({ key, data, options }: Order): IdempotencyClaim | undefined {
  if (key === undefined) return undefined;
  const values = JSON.stringify([data, options.param1 ?? null, options.param2 ?? null]);
  return { key, fingerprint: createHash('sha256').update(values).digest('hex') };
}
