import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { type Actor, AdminTokens } from '../../access-control/index.js';
import { GatehouseError } from '../../common/index.js';
import { FEEDS, isBehind, type Positions, positionsIn } from './event-cursor.js';
import { EventFeeds } from './event-feeds.service.js';
import { FeedWatcher } from './feed-watcher.service.js';
import { EventStream } from './event-stream.js';

/** Each stream costs a connection, and some reads for every event. Owners are not counted: they can always look. */
const MAX_STREAMS = 50;
const MAX_PER_TOKEN = 10;
const RETRY_AFTER_SECONDS = 10;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that buffers the answer would delay every event.
  'X-Accel-Buffering': 'no',
};

/** As many streams are open as may be, in all or for the token. */
class NoFreeStreamError extends GatehouseError {
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor(details: string) {
    super('UNAVAILABLE', 'Too many listen already.', details);
  }
}

/** Counts the streams of each token from their request on. */
class StreamSlots {
  private readonly taken: string[] = [];

  /**
   * @returns the function that frees the slot
   * @throws NoFreeStreamError
   */
  reserve({ id, role }: Actor): () => void {
    if (role === 'owner') return () => undefined;
    if (this.taken.filter((each) => each === id).length >= MAX_PER_TOKEN)
      throw new NoFreeStreamError(`at most ${MAX_PER_TOKEN} streams for each token`);
    if (this.taken.length >= MAX_STREAMS) throw new NoFreeStreamError(`at most ${MAX_STREAMS} streams`);
    this.taken.push(id);
    return () => void this.taken.splice(this.taken.indexOf(id), 1);
  }
}

/** The open event streams, one per client. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly streams = new Set<EventStream>();
  private readonly slots = new StreamSlots();

  constructor(
    private readonly feeds: EventFeeds,
    private readonly watcher: FeedWatcher,
    private readonly tokens: AdminTokens,
  ) {}

  /**
   * Sends events while the caller is connected and its token is valid.
   * @param lastId id of the caller's last event; the events since then are sent first
   * @throws GatehouseError INVALID_REQUEST, UNAVAILABLE; DatabaseUnavailableError
   */
  async serve(actor: Actor, lastId: string | undefined, response: Response): Promise<void> {
    const known = lastId === undefined ? undefined : positionsIn(lastId);
    if (response.destroyed) return;
    // Taken before anything is awaited, so that requests at the same time count each other.
    response.once('close', this.slots.reserve(actor));
    const { ends, settled } = await this.watcher.look();
    const from = known ? within(ends, await this.feeds.numbered(known)) : settled;
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (response.req.method === 'HEAD' || response.closed) return void response.end();
    const isAllowed = () => this.tokens.isGood(actor);
    this.open(new EventStream(this.feeds, { response, role: actor.role, from, isAllowed }), response);
  }

  /** Closes all streams: clients reconnect with the id of their last event. */
  onModuleDestroy(): void {
    for (const stream of this.streams) stream.end();
  }

  private open(stream: EventStream, response: Response): void {
    stream.begin();
    this.streams.add(stream);
    const unfollow = this.watcher.follow((settled) => stream.tell(settled));
    response.once('close', () => {
      unfollow();
      this.streams.delete(stream);
    });
  }
}

/** A position beyond the end is from before a restore of the database, and counts as the end. */
function within(ends: Positions, known: Positions): Positions {
  const positions = FEEDS.map((feed) => [feed, isBehind(ends[feed], known[feed]) ? ends[feed] : known[feed]]);
  return Object.fromEntries(positions) as Positions;
}
