import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { type Actor, SignInAuthenticator } from '../../access-control/index.js';
import { FEEDS, isBehind, type Positions, positionsIn } from './event-cursor.js';
import { EventFeeds } from './event-feeds.service.js';
import { FeedWatcher } from './feed-watcher.service.js';
import { EventStream } from './event-stream.js';
import { HintWatcher } from './hints/hint-watcher.service.js';
import { answersWithEvents } from './sse-connection.js';
import { StreamSlots } from './stream-slots.js';

/** The open event streams, one per client. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly streams = new Set<EventStream>();

  constructor(
    private readonly feeds: EventFeeds,
    private readonly watcher: FeedWatcher,
    private readonly hints: HintWatcher,
    private readonly signIns: SignInAuthenticator,
    private readonly slots: StreamSlots,
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
    const [{ ends, settled }] = await Promise.all([this.watcher.look(), this.hints.begin()]);
    const from = known ? within(ends, await this.feeds.numbered(known)) : settled;
    if (!answersWithEvents(response)) return;
    const isAllowed = () => this.signIns.isGood(actor);
    this.open(new EventStream(this.feeds, { response, role: actor.role, from, isAllowed }), response);
  }

  /** Closes all streams: clients reconnect with the id of their last event. */
  onModuleDestroy(): void {
    for (const stream of this.streams) stream.end();
  }

  private open(stream: EventStream, response: Response): void {
    stream.begin();
    this.streams.add(stream);
    const unfollow = [
      this.watcher.follow((settled) => stream.tell(settled)),
      this.hints.follow((hints) => stream.hint(hints)),
    ];
    response.once('close', () => {
      for (const end of unfollow) end();
      this.streams.delete(stream);
    });
  }
}

/** A position beyond the end is from before a restore of the database, and counts as the end. */
function within(ends: Positions, known: Positions): Positions {
  const positions = FEEDS.map((feed) => [feed, isBehind(ends[feed], known[feed]) ? ends[feed] : known[feed]]);
  return Object.fromEntries(positions) as Positions;
}
