import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import { InboundLanes } from '../inbound-lanes.js';
import type { StoredEvent } from '../stored-event.js';
import { SessionRepository } from './session.repository.js';

/** How often turns that take long look whether somebody stopped them through another replica, ms. */
const LOOK_MS = 1_000;
/** How long a turn may take from reading its session to its beginning, ms. */
const BEGINNING_MS = 60_000;

/** What a turn is known by here. */
type Begun = Pick<StoredEvent, 'sessionKey' | 'receivedAt'>;

export interface RunningTurn {
  /** Aborted when somebody says `/stop`. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * The turns this process is at, so that people can stop them. A `/stop` means what was written before it, by the
 * clock of whoever took it in: what is written after it, even if it is served sooner, is answered.
 */
@Injectable()
export class RunningTurns implements OnModuleDestroy {
  private readonly logger = new Logger('Turn');
  private readonly running = new Map<string, Map<AbortController, number>>();
  /** Stops of late, by session, for turns that read their session just before. */
  private readonly stops = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly lanes: InboundLanes,
  ) {}

  begin({ sessionKey, receivedAt }: Begun): RunningTurn {
    const abort = new AbortController();
    const turns = this.running.get(sessionKey) ?? new Map<AbortController, number>();
    this.running.set(sessionKey, turns.set(abort, receivedAt));
    this.timer ??= setInterval(() => void this.look(), LOOK_MS);
    if ((this.stops.get(sessionKey) ?? 0) > receivedAt) abort.abort(STOPPED);
    return { signal: abort.signal, end: () => this.end(sessionKey, abort) };
  }

  /**
   * Stops what was written in a session before the `/stop`, once `tx` commits: what runs here at once, what runs
   * on other replicas when they look, and what waits, also for another try, as soon as its lane is free.
   */
  async stop(tx: Tx, { sessionKey, receivedAt }: Begun): Promise<void> {
    await this.sessions.stop(tx, sessionKey, receivedAt);
    tx.afterCommit(() => {
      this.remember(sessionKey, receivedAt);
      this.abort(sessionKey, receivedAt);
      void this.hurry(sessionKey);
    });
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private end(sessionKey: string, abort: AbortController): void {
    const turns = this.running.get(sessionKey);
    turns?.delete(abort);
    if (turns?.size === 0) this.running.delete(sessionKey);
    if (this.running.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private abort(sessionKey: string, stoppedAt: number): void {
    for (const [abort, receivedAt] of this.running.get(sessionKey) ?? [])
      if (receivedAt <= stoppedAt) abort.abort(STOPPED);
  }

  private remember(sessionKey: string, stoppedAt: number): void {
    this.stops.set(sessionKey, stoppedAt);
    setTimeout(() => this.stops.delete(sessionKey), BEGINNING_MS).unref();
  }

  private async hurry(sessionKey: string): Promise<void> {
    try {
      await this.lanes.hurry(sessionKey);
    } catch (error) {
      this.logger.debug(`could not end the wait of a stopped turn: ${errorText(error)}`);
    }
  }

  private async look(): Promise<void> {
    try {
      for (const [sessionKey, stoppedAt] of await this.sessions.stops([...this.running.keys()]))
        this.abort(sessionKey, stoppedAt);
    } catch (error) {
      this.logger.debug(`could not look whether turns were stopped: ${errorText(error)}`);
    }
  }
}

const STOPPED = new Error('stopped by a command');
