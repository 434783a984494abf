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
type Begun = Pick<StoredEvent, 'id' | 'sessionKey' | 'event'>;

export interface RunningTurn {
  /** Aborted when somebody says `/stop`. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * The turns this process is at, so that people can stop them. A `/stop` means what was written before it where it is
 * said, in the order in which it was taken in: what is written after it, even if it is served sooner, and what others
 * wrote elsewhere in a session they share, is answered.
 */
@Injectable()
export class RunningTurns implements OnModuleDestroy {
  private readonly logger = new Logger('Turn');
  /** By {@link stopKeyOf}, as all here. */
  private readonly running = new Map<string, Map<AbortController, string>>();
  /** Stops of late, for turns that read their session just before. */
  private readonly stops = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly lanes: InboundLanes,
  ) {}

  begin(begun: Begun): RunningTurn {
    const key = stopKeyOf(begun);
    const abort = new AbortController();
    const turns = this.running.get(key) ?? new Map<AbortController, string>();
    this.running.set(key, turns.set(abort, begun.id));
    this.timer ??= setInterval(() => void this.look(), LOOK_MS);
    if (isStopped(begun.id, this.stops.get(key))) abort.abort(STOPPED);
    return { signal: abort.signal, end: () => this.end(key, abort) };
  }

  /**
   * Stops what was written in a conversation before the `/stop`, once `tx` commits: what runs here at once, what runs
   * on other replicas when they look, and what waits, also for another try, as soon as its lane is free.
   */
  async stop(tx: Tx, stop: Begun): Promise<void> {
    const key = stopKeyOf(stop);
    await this.sessions.stop(tx, key, stop.id);
    tx.afterCommit(() => {
      this.remember(key, stop.id);
      this.abort(key, stop.id);
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

  private abort(key: string, stoppedBy: string): void {
    for (const [abort, id] of this.running.get(key) ?? []) if (isStopped(id, stoppedBy)) abort.abort(STOPPED);
  }

  private remember(key: string, stoppedBy: string): void {
    this.stops.set(key, stoppedBy);
    // Another stop since then is remembered for a time of its own.
    const forget = () => this.stops.get(key) === stoppedBy && this.stops.delete(key);
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
      for (const [key, stoppedBy] of await this.sessions.stops([...this.running.keys()]))
        this.abort(key, stoppedBy);
    } catch (error) {
      this.logger.debug(`could not look whether turns were stopped: ${errorText(error)}`);
    }
  }
}

/**
 * Whether a `/stop` means this, both by the ids of their events: those of one process have the order in which it took
 * the events in, also within a millisecond.
 */
export const isStopped = (id: string, stoppedBy = ''): boolean => id < stoppedBy;

const STOPPED = new Error('stopped by a command');
