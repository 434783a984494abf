import type { ConnectorRegistry, Target } from '../../channels/index.js';
import type { MessageScope } from '../records/delivery.js';

/**
 * Where the id of a message is looked up: in the whole account if no two messages there have the same one, else in its
 * conversation. Undefined where that is not known, and needed.
 */
export function scopeOf(registry: ConnectorRegistry, message: Target): MessageScope;
export function scopeOf(registry: ConnectorRegistry, message: MessageScope): MessageScope | undefined;
export function scopeOf(registry: ConnectorRegistry, message: MessageScope): MessageScope | undefined {
  const { channel, account, conversation } = message;
  if (registry.find(channel)?.messageIds === 'global') return { channel, account };
  return conversation === undefined ? undefined : { channel, account, conversation };
}
