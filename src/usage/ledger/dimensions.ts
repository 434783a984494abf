import type { TurnInput } from '../../assistant/index.js';

/** For what and for whom a model is called; '' where something does not apply. */
export interface Dimensions {
  readonly day: string;
  readonly agent: string;
  readonly model: string;
  readonly channel: string;
  /** `channel:sender id`, or the id of a user for calls with an API key. */
  readonly sender: string;
  /** `channel:account:conversation id` */
  readonly conversation: string;
  readonly key_id: string;
}

export const DIMENSIONS = [
  'day',
  'agent',
  'model',
  'channel',
  'sender',
  'conversation',
  'key_id',
] as const satisfies readonly (keyof Dimensions)[];

/** @param day in `usage.timeZone` */
export function dimensionsOf({ agent, place, message, caller }: TurnInput, day: string): Dimensions {
  const who = place && message.from ? `${place.channel}:${message.from.id}` : '';
  return {
    day,
    agent: agent.id,
    model: agent.runtime.model ?? agent.runtime.type,
    channel: place?.channel ?? '',
    sender: caller?.userId ?? who,
    conversation: place ? placeKey(place.channel, place.account, place.conversation.id) : '',
    key_id: caller?.keyId ?? '',
  };
}

/** A conversation as budgets and the ledger name it. */
export const placeKey = (channel: string, account: string, conversation: string): string =>
  `${channel}:${account}:${conversation}`;

/** One text for each combination; the separator is in none of the parts. */
export const keyOf = (dimensions: Dimensions): string =>
  DIMENSIONS.map((name) => dimensions[name]).join('\u001f');
