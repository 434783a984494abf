import { GatehouseError } from '../../common/index.js';

/** Kinds of events, in the order in which a cursor names their positions. */
export const FEEDS = ['audit', 'message', 'pairing'] as const;
export type Feed = (typeof FEEDS)[number];

/** The position of each feed: the database's number of an event. Empty = no event yet. */
export type Positions = Readonly<Record<Feed, string>>;

const NUMBER = /^\d{0,15}$/;
const REQUEST_ID = /^pair_[0-9a-z]{26}$/;

/** Whether a position is that of the release before, which named the last pairing request by its id. */
export const isRequestId = (position: string): boolean => REQUEST_ID.test(position);

/** Formats the `id:` of an event, which contains the positions of all feeds. */
export const cursorOf = (positions: Positions): string => FEEDS.map((feed) => positions[feed]).join('.');

/**
 * The positions that the id of an event names; that of pairing requests may be a request's id.
 * @throws GatehouseError INVALID_REQUEST for an id in another form
 */
export function positionsIn(cursor: string): Positions {
  const parts = cursor.split('.');
  const isValid = (part: string, at: number): boolean =>
    NUMBER.test(part) || (FEEDS[at] === 'pairing' && isRequestId(part));
  if (parts.length === FEEDS.length && parts.every(isValid))
    return Object.fromEntries(FEEDS.map((feed, at) => [feed, parts[at] ?? ''])) as Positions;
  throw GatehouseError.invalidField('Last-Event-ID', 'must be the id of an event in this stream');
}

/** Whether one position of a feed comes before another. */
export const isBehind = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.length < other.length;
