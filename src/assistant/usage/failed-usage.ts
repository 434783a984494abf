import type { ModelUsage } from '../models/wire.js';
import { RuntimeFailure } from '../runtime.js';
import { UNUSED } from './usage-meter.js';

/** Codes of connections that never came to be, so that nothing was sent. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The usage of a call that had no answer. No vendor charges for a request it refused; one that got no answer may have been
 * worked on, and undefined says so.
 */
export function usageOfFailure(error: unknown): ModelUsage | undefined {
  if (error instanceof RuntimeFailure) return error.status === undefined ? undefined : UNUSED;
  return isNotConnected(error) ? UNUSED : undefined;
}

/** Whether a connection never came to be. */
export function isNotConnected(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && NOT_CONNECTED.has(code);
}
