import { isNotConnected } from '../../common/index.js';
import type { ModelUsage } from '../models/wire.js';
import { RuntimeFailure } from '../runtime.js';
import { UNUSED } from './usage-meter.js';

/**
 * The usage of a call that had no answer. No vendor charges for a request it refused; one that got no answer may have been
 * worked on, and undefined says so.
 */
export function usageOfFailure(error: unknown): ModelUsage | undefined {
  if (error instanceof RuntimeFailure) return error.status === undefined ? undefined : UNUSED;
  return isNotConnected(error) ? UNUSED : undefined;
}
