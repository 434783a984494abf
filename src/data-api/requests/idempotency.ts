import { createHash } from 'node:crypto';
import type { IdempotencyClaim } from './data-request.repository.js';
import type { DataInput } from '../processors/data-input.js';
import { optionValues, type ProcessOptions } from '../processors/process-options.ts';

/** The time for which a key identifies its first request. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

/** A caller's request. */
export interface Order {
  readonly data: DataInput;
  readonly options: ProcessOptions;
  /** The caller's `Idempotency-Key`. */
  readonly key?: string | undefined;
}

/** Two requests are the same when their values are: neither spaces nor the order of fields matter. */
export function claimOf({ key, data, options }: Order): IdempotencyClaim | undefined {
  if (key === undefined) return undefined;
  return { key, fingerprint: data.fingerprint ?? fingerprintOf(data.text, options) };
}

/** Also called in a thread. */
export function fingerprintOf(data: string, options: ProcessOptions): string {
  const values = optionValues(options).map(([, value]) => value);
  return createHash('sha256')
    .update(JSON.stringify([data, ...values]))
    .digest('hex');
}
