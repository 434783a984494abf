import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import { InboundLanes } from '../inbound-lanes.js';
import type { StoredEvent } from '../stored-event.js';
import { stopKeyOf } from './session-key.js';
import { SessionRepository } from './session.repository.js';

/** How often turns that take long look whether somebody stopped them through another replica, ms. */
const LOOK_MS = 1_000;
/** How long a turn may take from reading its session to its beginning, ms. */
const BEGINNING_MS = 60_000;

/** What a turn is known by here. */
type Begun = Pick<StoredEvent, 'sessionKey' | 'event' | 'receivedAt'>;

export interface RunningTurn {
  /** Aborted when somebody says `/stop`. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * The turns this process is at, so that people can stop them. A `/stop` means what was written before it where it is
 * said, by the clock of whoever took it in: what is written after it, even if it is served sooner, and what others
 * wrote elsewhere in a session they share, is answered.
 */
@Injectable()
export class RunningTurns implements OnModuleDestroy {
  private readonly logger = new Logger('Turn');
  /** By {@link stopKeyOf}, as all here. */
  private readonly running = new Map<string, Map<AbortController, number>>();
  /** Stops of late, for turns that read their session just before. */
  private readonly stops = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly lanes: InboundLanes,
  ) {}

  begin(begun: Begun): RunningTurn {
    const { receivedAt } = begun;
    const key = stopKeyOf(begun);
    const abort = new AbortController();
    const turns = this.running.get(key) ?? new Map<AbortController, number>();
    this.running.set(key, turns.set(abort, receivedAt));
    this.timer ??= setInterval(() => void this.look(), LOOK_MS);
    if (isStopped(receivedAt, this.stops.get(key))) abort.abort(STOPPED);
    return { signal: abort.signal, end: () => this.end(key, abort) };
  }

  /**
   * Stops what was written in a conversation before the `/stop`, once `tx` commits: what runs here at once, what runs
   * on other replicas when they look, and what waits, also for another try, as soon as its lane is free.
   */
  async stop(tx: Tx, stop: Begun): Promise<void> {
    const key = stopKeyOf(stop);
    await this.sessions.stop(tx, key, stop.receivedAt);
    tx.afterCommit(() => {
      this.remember(key, stop.receivedAt);
      this.abort(key, stop.receivedAt);
      void this.hurry(stop.sessionKey);
    });
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private end(key: string, abort: AbortController): void {
    const turns = this.running.get(key);
    turns?.delete(abort);
    if (turns?.size === 0) this.running.delete(key);
    if (this.running.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private abort(key: string, stoppedAt: number): void {
    for (const [abort, receivedAt] of this.running.get(key) ?? [])
      if (isStopped(receivedAt, stoppedAt)) abort.abort(STOPPED);
  }

  private remember(key: string, stoppedAt: number): void {
    this.stops.set(key, stoppedAt);
    // Another stop since then has a time of its own.
    const forget = () => this.stops.get(key) === stoppedAt && this.stops.delete(key);
    setTimeout(forget, BEGINNING_MS).unref();
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
      for (const [key, stoppedAt] of await this.sessions.stops([...this.running.keys()]))
        this.abort(key, stoppedAt);
    } catch (error) {
      this.logger.debug(`could not look whether turns were stopped: ${errorText(error)}`);
    }
  }
}

/** Whether a `/stop` (both by when they were received, epoch ms) means this; what came at the same time it does not. */
export const isStopped = (receivedAt: number, stoppedAt = 0): boolean => receivedAt < stoppedAt;

const STOPPED = new Error('stopped by a command');
