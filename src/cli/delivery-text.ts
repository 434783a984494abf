import type { Delivery } from './answers.js';

/** How far a message has come: what the service told after it took it says more than that it did. */
export function progressOf({ status, delivered_at, read_at }: Delivery): string {
  if (status !== 'sent') return status;
  if (read_at) return 'read';
  return delivered_at ? 'delivered' : status;
}
