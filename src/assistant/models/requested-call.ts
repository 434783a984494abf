import { randomUUID } from 'node:crypto';
import type { RequestedCall } from '../runtimes/steps.js';

/**
 * A call for vendors that may give it no id. A made one is unique over all steps, because another vendor's model that
 * takes over the turn is told of the call by it.
 */
export function requestedCall(name: unknown, input: unknown, id: unknown): RequestedCall {
  return {
    id: typeof id === 'string' && id !== '' ? id : `call_${randomUUID()}`,
    name: typeof name === 'string' ? name : '',
    input: input ?? {},
  };
}

/** The arguments of a past call: vendors whose arguments are objects refuse anything else. */
export function argumentsOf({ input }: RequestedCall): Readonly<Record<string, unknown>> {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isObject ? { ...input } : {};
}
