import { once } from 'node:events';
import type { Response } from 'express';
import type { Role } from '../../common/index.js';
import { cursorOf, type Feed, FEEDS, isBehind, type Positions } from './event-cursor.js';
import type { EventFeeds } from './event-feeds.service.js';

const PAGE = 100;
const RETRY_MS = 2_000;
/** Proxies and clients treat a silent connection as dead. */
export const HEARTBEAT_MS = 15_000;
/** A client that has read nothing for this long counts as gone. */
const STALLED_MS = 30_000;

export interface StreamListener {
  readonly response: Response;
  readonly role: Role;
  /** The position up to which the client has received events; undefined = the first settled one. */
  readonly from: Positions | undefined;
  /** Whether the client's token is still accepted. */
  readonly isAllowed: () => Promise<boolean>;
}

/** The server-sent events of one client. Every id it sends is a settled position, so nothing is lost after it. */
export class EventStream {
  private sent: Record<Feed, string> | undefined;
  private settled: Positions | undefined;
  private writtenAt = performance.now();
  private running = Promise.resolve();

  constructor(
    private readonly feeds: EventFeeds,
    private readonly to: StreamListener,
  ) {
    this.sent = to.from && { ...to.from };
  }

  /** Sends a cursor at once, so that a connection that breaks before its first event can be resumed. */
  begin(): void {
    this.to.response.write(`retry: ${RETRY_MS}\n${this.idLine}\n`);
  }

  /** Sends the due events once those before them are sent; closes the connection when sending fails. */
  tell(settled: Positions | undefined): void {
    this.settled = settled;
    if (settled && !this.sent) this.beginAt(settled);
    if (!FEEDS.some((feed) => this.isBehind(feed)) && !this.isSilent) return;
    this.running = this.running.then(() => this.catchUp()).catch(() => this.end());
  }

  end(): void {
    this.to.response.end();
  }

  /** The client has no id yet, so one is due at once. */
  private beginAt(settled: Positions): void {
    this.sent = { ...settled };
    this.writtenAt = -Infinity;
  }

  private isBehind(feed: Feed): boolean {
    return !!this.sent && !!this.settled && isBehind(this.sent[feed], this.settled[feed]);
  }

  private get isSilent(): boolean {
    return performance.now() - this.writtenAt >= HEARTBEAT_MS;
  }

  /** A comment until there is an id. */
  private get idLine(): string {
    return this.sent ? `id: ${cursorOf(this.sent)}\n` : ':\n';
  }

  private async catchUp(): Promise<void> {
    const { sent, settled } = this;
    if (sent && settled) for (const feed of FEEDS) await this.catchUpWith(feed, sent, settled[feed]);
    if (!this.isSilent) return;
    await this.requireAllowed();
    await this.write(`${this.idLine}\n`);
  }

  /** Asks before each page, so that a token that is revoked or expires while a client catches up is told no more. */
  private async catchUpWith(feed: Feed, sent: Record<Feed, string>, upTo: string): Promise<void> {
    let isMore = isBehind(sent[feed], upTo);
    while (isMore) {
      await this.requireAllowed();
      isMore = await this.sendPage(feed, sent, upTo);
    }
    // The position moves on even when events are missing: they were rolled back, deleted, or are not for this client.
    if (isBehind(sent[feed], upTo)) sent[feed] = upTo;
  }

  /** @returns whether more may be due */
  private async sendPage(feed: Feed, sent: Record<Feed, string>, upTo: string): Promise<boolean> {
    const range = { after: sent[feed], upTo, limit: PAGE };
    const events = await this.feeds.read(feed, range, this.to.role);
    for (const { event, position, data } of events) {
      sent[feed] = position;
      await this.write(`${this.idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    return events.length >= PAGE;
  }

  private async requireAllowed(): Promise<void> {
    if (!(await this.to.isAllowed())) throw new Error('the token is not accepted any more');
  }

  /** @throws once the connection is closed, which ends the catching up */
  private async write(text: string): Promise<void> {
    const { response } = this.to;
    if (response.writableEnded || response.closed) throw new Error('the connection is closed');
    this.writtenAt = performance.now();
    if (!response.write(text)) await once(response, 'drain', { signal: AbortSignal.timeout(STALLED_MS) });
  }
}
