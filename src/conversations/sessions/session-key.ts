import { JOB_KINDS, type JobKind, type WaitingLane } from '../../persistence/index.js';
import type { InboundEvent, SenderRef } from '../../channels/index.js';

/** The place and sender of a message: everything that sessions depend on. */
export interface Origin extends Pick<InboundEvent, 'channel' | 'account' | 'conversation' | 'accessKeys'> {
  readonly sender: Pick<SenderRef, 'id'>;
}

/*
 * Session keys (spec 3-workchat "Session keys"): `agent:<agentId>:<mainKey>`, or
 * `agent:<agentId>:<channel>:channel|group|direct:<id>`. Routing only, never permission.
 */

export const mainSessionKey = (agentId: string, mainKey: string): string => `agent:${agentId}:${mainKey}`;

export function placeSessionKey(agentId: string, { channel, conversation, sender }: Origin): string {
  const id = conversation.kind === 'direct' ? sender.id : conversation.id;
  return `agent:${agentId}:${channel}:${conversation.kind}:${id}`;
}

/** Whether only the sender talks in this session: it is a direct chat's own one, not the shared main session. */
export const isSessionOfOne = ({ sessionKey, event }: { sessionKey: string; event: InboundEvent }): boolean =>
  event.conversation.kind === 'direct' && sessionKey === placeSessionKey(agentOf(sessionKey), event);

/** The conversation of a `/stop`. */
export interface StopPlace extends Pick<InboundEvent, 'channel' | 'account'> {
  readonly conversation: Pick<InboundEvent['conversation'], 'id'>;
}

/**
 * The key of a `/stop`: there is a row of `sessions` for each conversation of a session, because several people's
 * direct chats may share a session, and a `/stop` is only for the chat it was written in. The inbox makes the same key
 * in SQL (`InboxRepository`).
 */
export const stopKeyOf = ({ sessionKey, event }: { sessionKey: string; event: StopPlace }): string =>
  [sessionKey, 'stop', event.channel, event.account, event.conversation.id].join(':');

/** The agent of a session; agent ids contain no colon. */
export const agentOf = (sessionKey: string): string => sessionKey.split(':', 2)[1] ?? '';

/** The place of an event, where lanes depend on it. */
type LanePlace = Pick<InboundEvent, 'channel' | 'account'> & {
  readonly conversation: Pick<InboundEvent['conversation'], 'id'>;
};

const ASIDE = /^(?:gate|command):/;

/** The lane of events whose senders have no access; that of all others is named by their session. */
export const gateLane = ({ channel, account, conversation }: LanePlace): string =>
  `gate:${channel}:${account}:${conversation.id}`;

export const isGateLane = (lane: string): boolean => lane.startsWith('gate:');

/** The lane of commands that do not wait for the turn in progress. */
export const commandLane = (sessionKey: string): string => `command:${sessionKey}`;

/** The kind of the jobs in a lane. */
export const kindOfLane = (lane: string): JobKind => (ASIDE.test(lane) ? JOB_KINDS.aside : JOB_KINDS.inbound);

/** Every lane in which an event may wait. */
export const lanesFor = (place: LanePlace, sessionKey: string): readonly WaitingLane[] =>
  [sessionKey, commandLane(sessionKey), gateLane(place)].map((key) => ({ kind: kindOfLane(key), key }));
