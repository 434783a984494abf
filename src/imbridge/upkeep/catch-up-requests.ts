import type { AccountId, ConnectorState } from '../../channels/index.js';
import { newId } from '../../common/index.js';
import { OneShotTimer } from './one-shot-timer.js';
import { IMBRIDGE } from '../ids/id.js';

const MARK = 'catchUpCall';
/** The interval in ms at which the replica on duty checks for requests, and at which a failed write is retried. */
const LOOK_MS = 2_000;

/**
 * Lets a replica without duty ask the replica on duty to fetch missed messages. The request is a mark in the state that
 * all replicas share, which the one on duty checks every 2 s. A request is seen at least once, even if another replica
 * takes over the duty in between. While the state cannot be read, there may be requests that no one could write, so its
 * return counts as a request.
 */
export class CatchUpRequests {
  private readonly look = new OneShotTimer(() => void this.listenOnce());
  private readonly again = new OneShotTimer(() => void this.storeMark());
  private onRequest: (() => void) | undefined;
  private answered: string | undefined;
  private mark: string | undefined;
  private wasAway = false;
  private isStarted = false;

  constructor(
    private readonly account: AccountId,
    private readonly state: ConnectorState,
    private readonly lookMs = LOOK_MS,
  ) {}

  /** From now on failed writes of requests are retried. */
  start(): void {
    this.isStarted = true;
  }

  /**
   * Makes a request. Returns at once: a request that cannot be written now is retried, unless it was made before the
   * start or after the stop.
   */
  make(): void {
    this.mark = newId('call');
    this.again.within(0);
  }

  listen(onRequest: () => void): void {
    this.onRequest = onRequest;
    this.look.within(this.lookMs);
  }

  /** Stops listening. */
  ignore(): void {
    this.onRequest = undefined;
    this.look.clear();
  }

  /** Drops a request that is not stored yet. */
  stop(): void {
    this.isStarted = false;
    this.ignore();
    this.mark = undefined;
    this.again.clear();
  }

  private async storeMark(): Promise<void> {
    const { mark } = this;
    if (mark === undefined) return;
    try {
      await this.state.set(IMBRIDGE, this.account, MARK, mark);
      if (this.mark === mark) this.mark = undefined;
    } catch {
      // Not retried after the stop, because the database is then closed and the retries would never end.
      if (this.isStarted && this.mark === mark) this.again.within(this.lookMs);
    }
  }

  private async listenOnce(): Promise<void> {
    const seen = await this.read();
    const { onRequest } = this;
    if (!onRequest) return;
    this.look.within(this.lookMs);
    if (seen === 'away') this.wasAway = true;
    else this.hear(seen.mark, onRequest);
  }

  /** Without the state no events could be stored either, so the request waits. */
  private read(): Promise<{ readonly mark: string | undefined } | 'away'> {
    return this.state.get(IMBRIDGE, this.account, MARK).then(
      (mark) => ({ mark }),
      () => 'away' as const,
    );
  }

  private hear(mark: string | undefined, onRequest: () => void): void {
    const isCall = this.wasAway || mark !== this.answered;
    this.wasAway = false;
    this.answered = mark;
    if (isCall) onRequest();
  }
}
