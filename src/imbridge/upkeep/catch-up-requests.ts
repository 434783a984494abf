import type { AccountId, ConnectorState } from '../../channels/index.js';
import { newId } from '../../common/index.js';
import { OneShotTimer } from './one-shot-timer.js';
import { IMBRIDGE } from '../ids/id.js';

const MARK = 'catchUpCall';
/** How often the one on duty looks for a call, and how soon one that could not be noted is tried again, ms. */
const LOOK_MS = 2_000;

/**
 * How a replica without duty has the one on duty fetch what it missed: by a mark in the state that all share,
 * which the one on duty looks at every 2 s. A call is heard at least once, also by who takes the duty over. When the
 * state could not be read there may be calls that nobody could note: its return is heard as one.
 */
export class CatchUpRequests {
  private readonly look = new OneShotTimer(() => void this.listenOnce());
  private readonly again = new OneShotTimer(() => void this.note());
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

  /** From now on calls that could not be noted are tried again. */
  start(): void {
    this.isStarted = true;
  }

  /** Returns at once; while the state can't be written the call waits, but for one made before the start or after the stop. */
  make(): void {
    this.mark = newId('call');
    this.again.within(0);
  }

  listen(onRequest: () => void): void {
    this.onRequest = onRequest;
    this.look.within(this.lookMs);
  }

  /** Listens no more. */
  ignore(): void {
    this.onRequest = undefined;
    this.look.clear();
  }

  /** A call that is not noted by now is forgotten. */
  stop(): void {
    this.isStarted = false;
    this.ignore();
    this.mark = undefined;
    this.again.clear();
  }

  private async note(): Promise<void> {
    const { mark } = this;
    if (mark === undefined) return;
    try {
      await this.state.set(IMBRIDGE, this.account, MARK, mark);
      if (this.mark === mark) this.mark = undefined;
    } catch {
      // A try after the stop would never be ended: it would go on for ever, on a closed database.
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

  /** Without the state nothing could be stored either: the call waits. */
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
