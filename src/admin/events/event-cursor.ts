import { GatehouseError } from '../../common/index.js';

/** Kinds of events, in the order in which a cursor names their positions. */
export const FEEDS = ['audit', 'message', 'pairing'] as const;
export type Feed = (typeof FEEDS)[number];

/**
 * The position of each feed: a number that grows, or an id that sorts by time. Empty = nothing has happened yet.
 */
export type Positions = Readonly<Record<Feed, string>>;

const POSITION = { audit: /^\d{0,15}$/, message: /^\d{0,15}$/, pairing: /^(pair_[0-9a-z]{26})?$/ } as const;

/** The `id:` of an event: it holds the positions of all feeds. */
export const cursorOf = (positions: Positions): string => FEEDS.map((feed) => positions[feed]).join('.');

/** @throws GatehouseError INVALID_REQUEST for an id that is not ours */
export function positionsIn(cursor: string): Positions {
  const parts = cursor.split('.');
  if (parts.length === FEEDS.length && FEEDS.every((feed, at) => POSITION[feed].test(parts[at] ?? '')))
    return Object.fromEntries(FEEDS.map((feed, at) => [feed, parts[at] ?? ''])) as Positions;
  throw GatehouseError.invalid('Last-Event-ID must be the id of an event of this stream');
}

/** Whether one position of a feed lies behind another; numbers grow in length, ids have one length. */
export const isBehind = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.length < other.length;
