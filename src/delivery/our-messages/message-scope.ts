import type { ConnectorRegistry, Target } from '../../channels/index.js';
import type { MessageScope } from '../records/delivery.js';

/**
 * The scope in which the id of a message is unique: the whole account if all its message ids differ, otherwise the
 * conversation. Undefined when the conversation is needed but unknown.
 */
export function scopeOf(registry: ConnectorRegistry, message: Target): MessageScope;
export function scopeOf(registry: ConnectorRegistry, message: MessageScope): MessageScope | undefined;
export function scopeOf(registry: ConnectorRegistry, message: MessageScope): MessageScope | undefined {
  const { channel, account, conversation } = message;
  if (registry.find(channel)?.messageIds === 'global') return { channel, account };
  return conversation === undefined ? undefined : { channel, account, conversation };
}
