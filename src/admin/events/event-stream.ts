import { once } from 'node:events';
import type { Response } from 'express';
import { type Role, ROLES } from '../../common/index.js';
import { cursorOf, type Feed, FEEDS, isBehind, type Positions } from './event-cursor.js';
import { type EventFeeds, ROLE_OF } from './event-feeds.service.js';

const PAGE = 100;
const RETRY_MS = 2_000;
/** Proxies and clients treat a silent connection as dead. */
export const HEARTBEAT_MS = 15_000;
/** A client that has read nothing for this long counts as gone. */
const STALLED_MS = 30_000;

export interface StreamListener {
  readonly response: Response;
  readonly role: Role;
  /** The position up to which the client has received events. */
  readonly from: Positions;
  /** Whether the client may still receive anything. */
  readonly isAllowed: () => Promise<boolean>;
}

/** The server-sent events of one client. */
export class EventStream {
  private readonly sent: Record<Feed, string>;
  private settled: Positions;
  private writtenAt = performance.now();
  private running = Promise.resolve();

  constructor(
    private readonly feeds: EventFeeds,
    private readonly to: StreamListener,
  ) {
    this.sent = { ...to.from };
    this.settled = to.from;
  }

  /** Sends a cursor at once, so that a connection that breaks before its first event can be resumed. */
  begin(): void {
    this.to.response.write(`retry: ${RETRY_MS}\nid: ${cursorOf(this.sent)}\n\n`);
  }

  /** Sends the due events once those before them are sent; closes the connection when sending fails. */
  tell(settled: Positions): void {
    this.settled = settled;
    if (!this.isBehind && !this.isSilent) return;
    this.running = this.running.then(() => this.catchUp()).catch(() => this.end());
  }

  end(): void {
    this.to.response.end();
  }

  private get isBehind(): boolean {
    return FEEDS.some((feed) => isBehind(this.sent[feed], this.settled[feed]));
  }

  private get isSilent(): boolean {
    return performance.now() - this.writtenAt >= HEARTBEAT_MS;
  }

  private async catchUp(): Promise<void> {
    if (this.to.response.writableEnded) return;
    if (!(await this.to.isAllowed())) {
      this.end();
      return;
    }
    for (const feed of FEEDS) await this.catchUpWith(feed);
    if (this.isSilent) await this.write(`id: ${cursorOf(this.sent)}\n\n`);
  }

  private async catchUpWith(feed: Feed): Promise<void> {
    const upTo = this.settled[feed];
    const mayKnow = ROLES.indexOf(this.to.role) >= ROLES.indexOf(ROLE_OF[feed]);
    while (mayKnow && isBehind(this.sent[feed], upTo)) {
      const events = await this.feeds.read(feed, { after: this.sent[feed], upTo, limit: PAGE });
      for (const { position, data } of events) {
        this.sent[feed] = position;
        await this.write(`id: ${cursorOf(this.sent)}\nevent: ${feed}\ndata: ${JSON.stringify(data)}\n\n`);
      }
      if (events.length < PAGE) break;
    }
    // The position moves on even when events are missing: they were rolled back, deleted, or are not for this client.
    if (isBehind(this.sent[feed], upTo)) this.sent[feed] = upTo;
  }

  private async write(text: string): Promise<void> {
    const { response } = this.to;
    this.writtenAt = performance.now();
    if (!response.write(text)) await once(response, 'drain', { signal: AbortSignal.timeout(STALLED_MS) });
  }
}
