import type { InboundEvent } from '../../channels/index.js';
import { JOB_KINDS, type JobKind, type WaitingLane } from '../../persistence/index.js';

/** The place of an event whose sender has no access (yet). */
interface LanePlace extends Pick<InboundEvent, 'channel' | 'account'> {
  readonly conversation: Pick<InboundEvent['conversation'], 'id'>;
}

const ASIDE = /^(?:gate|command):/;

export const gateLane = ({ channel, account, conversation }: LanePlace): string =>
  `gate:${channel}:${account}:${conversation.id}`;

export const commandLane = (sessionKey: string): string => `command:${sessionKey}`;

/** The kind of the jobs in a lane. */
export const kindOfLane = (lane: string): JobKind => (ASIDE.test(lane) ? JOB_KINDS.aside : JOB_KINDS.inbound);

/** Every lane in which an event may wait. */
export const lanesFor = (place: LanePlace, sessionKey: string): readonly WaitingLane[] =>
  [sessionKey, commandLane(sessionKey), gateLane(place)].map((key) => ({ kind: kindOfLane(key), key }));
