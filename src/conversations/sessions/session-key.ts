import type { InboundEvent } from '../../channels/index.js';

/*
 * Session keys (spec 3-workchat "Session keys"): `agent:<agentId>:<mainKey>`, or
 * `agent:<agentId>:<channel>:channel|group|direct:<id>`. Routing only, never permission.
 */

export const mainSessionKey = (agentId: string, mainKey: string): string => `agent:${agentId}:${mainKey}`;

export function placeSessionKey(agentId: string, { channel, conversation, sender }: InboundEvent): string {
  const id = conversation.kind === 'direct' ? sender.id : conversation.id;
  return `agent:${agentId}:${channel}:${conversation.kind}:${id}`;
}

/** Which agent a session belongs to; agent ids hold no colon. */
export const agentOf = (sessionKey: string): string => sessionKey.split(':', 2)[1] ?? '';
