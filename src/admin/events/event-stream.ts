import type { Response } from 'express';
import type { Role } from '../../common/index.js';
import { cursorOf, type Feed, FEEDS, isBehind, type Positions } from './event-cursor.js';
import type { EventFeeds } from './event-feeds.service.js';
import type { Hint } from './hints/list-marks.service.js';
import { SseConnection } from './sse-connection.js';

const PAGE = 100;
/** Nothing is known of hints from before the stream: what they tell of must be read again. */
const GAP = 'event: gap\ndata: {}\n';

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
  /** Those due; one that is due already need not be told twice. */
  private readonly hints = new Set<Hint>();
  private readonly connection: SseConnection;
  private running = Promise.resolve();

  constructor(
    private readonly feeds: EventFeeds,
    private readonly to: StreamListener,
  ) {
    this.sent = to.from && { ...to.from };
    this.connection = new SseConnection(to.response, to.isAllowed);
  }

  /** Sends a cursor at once, so that a connection that breaks before its first event can be resumed. */
  begin(): void {
    this.connection.begin(`${this.idLine}${GAP}`);
  }

  /** Sends the due events once those before them are sent; closes the connection when sending fails. */
  tell(settled: Positions | undefined): void {
    this.settled = settled;
    if (settled && !this.sent) this.beginAt(settled);
    if (FEEDS.some((feed) => this.isBehind(feed)) || this.connection.isSilent) this.send();
  }

  /** Sends that something has changed, after the events before it. */
  hint(hints: readonly Hint[]): void {
    for (const hint of hints) this.hints.add(hint);
    this.send();
  }

  end(): void {
    this.connection.end();
  }

  private send(): void {
    this.running = this.running.then(() => this.catchUp()).catch(() => this.end());
  }

  /** The client has no id yet, so one is due at once. */
  private beginAt(settled: Positions): void {
    this.sent = { ...settled };
    this.connection.expectHeartbeat();
  }

  private isBehind(feed: Feed): boolean {
    return !!this.sent && !!this.settled && isBehind(this.sent[feed], this.settled[feed]);
  }

  /** A comment until there is an id. */
  private get idLine(): string {
    return this.sent ? `id: ${cursorOf(this.sent)}\n` : ':\n';
  }

  private async catchUp(): Promise<void> {
    const { sent, settled } = this;
    if (sent && settled) for (const feed of FEEDS) await this.catchUpWith(feed, sent, settled[feed]);
    await this.sendHints();
    if (!this.connection.isSilent) return;
    await this.connection.requireAllowed();
    await this.connection.write(`${this.idLine}\n`);
  }

  /** Without an id: they cannot be sent again later. */
  private async sendHints(): Promise<void> {
    if (this.hints.size === 0) return;
    await this.connection.requireAllowed();
    const due = [...this.hints];
    this.hints.clear();
    await this.connection.write(due.map((hint) => `event: ${hint}\ndata: {}\n\n`).join(''));
  }

  /** Asks before each page, so that a token that is revoked or expires while a client catches up is told no more. */
  private async catchUpWith(feed: Feed, sent: Record<Feed, string>, upTo: string): Promise<void> {
    let isMore = isBehind(sent[feed], upTo);
    while (isMore) {
      await this.connection.requireAllowed();
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
      await this.connection.write(`${this.idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    return events.length >= PAGE;
  }
}
