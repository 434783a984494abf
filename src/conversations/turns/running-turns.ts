import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { JobQueue, type Tx } from '../../persistence/index.js';
import { JoinsRepository } from '../inbox/joins.repository.js';
import { INBOUND_JOB, type StoredEvent } from '../inbox/stored-event.js';
import { stopKeyOf } from '../sessions/session-key.js';
import { SessionRepository } from '../sessions/session.repository.js';

/** How often turns that take long look whether somebody stopped them through another replica, ms. */
const LOOK_MS = 1_000;
/** How long a turn may take from reading its session to its beginning, ms. */
const BEGINNING_MS = 60_000;

interface Running {
  readonly id: string;
  readonly isUnsaid: () => boolean;
}

/** Identifies a turn here. */
type Begun = Pick<StoredEvent, 'id' | 'sessionKey' | 'event'>;

export interface RunningTurn {
  /** Aborted when somebody says `/stop`, or, with the reason `JOINED`, when another message goes on with this one. */
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
  private readonly running = new Map<string, Map<AbortController, Running>>();
  /** Stops of late, for turns that read their session just before. */
  private readonly stops = new Map<string, string>();
  /** Messages that wait for what may go on with them, by their events. */
  private readonly awaiting = new Map<string, () => void>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly queue: JobQueue,
    private readonly joins: JoinsRepository,
  ) {}

  /** @param isUnsaid whether it may still begin anew: nothing of its answer has been sent. */
  begin(begun: Begun, isUnsaid: () => boolean): RunningTurn {
    const key = stopKeyOf(begun);
    const abort = new AbortController();
    const turns = this.running.get(key) ?? new Map<AbortController, Running>();
    this.running.set(key, turns.set(abort, { id: begun.id, isUnsaid }));
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
      void this.expedite(stop.sessionKey);
    });
  }

  /** Another message goes on with one: a turn that runs for it begins anew, one that waits need not wait any more. */
  join(begun: Begun): void {
    this.awaiting.get(begun.id)?.();
    this.abortJoined([begun.id]);
    void this.expedite(begun.sessionKey);
  }

  /** Resolves when another message goes on with one that waits, should this process take it in; or after a minute. */
  joined(eventId: string): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        if (this.awaiting.get(eventId) === end) this.awaiting.delete(eventId);
        resolve();
      };
      this.awaiting.set(eventId, end);
      setTimeout(end, BEGINNING_MS).unref();
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
    for (const [abort, { id }] of this.running.get(key) ?? [])
      if (isStopped(id, stoppedBy)) abort.abort(STOPPED);
  }

  private abortJoined(ids: readonly string[]): void {
    const all = [...this.running.values()].flatMap((turns) => [...turns]);
    for (const [abort, { id, isUnsaid }] of all) if (ids.includes(id) && isUnsaid()) abort.abort(JOINED);
  }

  private remember(key: string, stoppedBy: string): void {
    this.stops.set(key, stoppedBy);
    // Another stop since then is remembered for a time of its own.
    const forget = () => this.stops.get(key) === stoppedBy && this.stops.delete(key);
    setTimeout(forget, BEGINNING_MS).unref();
  }

  private async expedite(sessionKey: string): Promise<void> {
    try {
      await this.queue.expedite(INBOUND_JOB, sessionKey);
    } catch (error) {
      this.logger.debug(`could not end the wait of a stopped turn: ${errorText(error)}`);
    }
  }

  private async look(): Promise<void> {
    try {
      for (const [key, stoppedBy] of await this.sessions.stops([...this.running.keys()]))
        this.abort(key, stoppedBy);
      const ids = [...this.running.values()].flatMap((turns) => [...turns.values()].map(({ id }) => id));
      this.abortJoined(await this.joins.joinedAmong(ids));
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
export const JOINED = new Error('another message goes on with it');
