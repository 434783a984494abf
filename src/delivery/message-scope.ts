import type { ConnectorRegistry, Target } from '../channels/index.js';
import type { RemotePlace } from './delivery.js';

/**
 * Where the id of a message is looked up: in the whole account if no two messages there have the same one, else in its
 * conversation. Undefined where that is not known, and needed.
 */
export function scopeOf(registry: ConnectorRegistry, place: Target): RemotePlace;
export function scopeOf(registry: ConnectorRegistry, place: RemotePlace): RemotePlace | undefined;
export function scopeOf(registry: ConnectorRegistry, place: RemotePlace): RemotePlace | undefined {
  const { channel, account, conversation } = place;
  if (registry.find(channel)?.messageIds === 'global') return { channel, account };
  return conversation === undefined ? undefined : { channel, account, conversation };
}
