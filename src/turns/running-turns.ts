import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { targetOf } from '../channels/index.js';
import { errorText, type ForgetsPeople, RemembersPeople, forgetKeys } from '../common/index.js';
import { JOB_KINDS, JobQueue, type Tx } from '../persistence/index.js';
import {
  HeldError,
  HoldsInForce,
  JoinsRepository,
  SessionRepository,
  stopKeyOf,
  type StopPlace,
  type StoredEvent,
  type Utterance,
} from '../conversations/index.js';

/** How often a long turn checks whether it was stopped through another replica, ms. */
const LOOK_MS = 1_000;
/** The longest time between reading a turn's session and the beginning of the turn, ms. */
const BEGINNING_MS = 60_000;

/** How long a stopped turn may take to end, ms. */
const ENDING_MS = 10_000;

/** The fields that identify a turn here. */
type Begun = Pick<StoredEvent, 'id' | 'sessionKey' | 'event'>;

/** The message of a running turn. */
export type OpenQuestion = Pick<StoredEvent<Utterance>, 'id' | 'sessionKey' | 'event' | 'parts'>;

export interface RunningTurn {
  /**
   * Aborted by a `/stop`, by a message that continues this one (with the reason `JOINED`), by a person who takes the
   * conversation over (with a `HeldError`), and with the turn's job.
   */
  readonly signal: AbortSignal;
  /** @throws when the turn was stopped or joined, whatever happened to its job */
  throwIfEnded(): void;
  end(): void;
}

/**
 * Keeps the running turns of this process, so that people can stop them. A `/stop` ends everything written before it in
 * its own conversation, in the order of acceptance. Later messages are answered, even if they are served sooner, and so
 * are other people's messages elsewhere in a shared session.
 */
@RemembersPeople()
@Injectable()
export class RunningTurns implements OnModuleDestroy, ForgetsPeople {
  private readonly logger = new Logger('Turn');
  /** Keyed by {@link stopKeyOf}, as is `stops`. */
  private readonly running = new Map<string, Set<Running>>();
  /** Recent stops, for turns that read their session just before the stop. */
  private readonly stops = new Map<string, string>();
  /** Messages that wait for a continuation, by the ids of their events. */
  private readonly awaiting = new Map<string, () => void>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly queue: JobQueue,
    private readonly joins: JoinsRepository,
    private readonly holds: HoldsInForce,
  ) {
    this.holds.follow(() => this.abortHeld());
  }

  /**
   * @param isUnsaid whether the turn can still begin again, because nothing of its answer has been sent
   * @param job aborts the turn too
   */
  begin(begun: OpenQuestion, isUnsaid: () => boolean, job?: AbortSignal): RunningTurn {
    const key = stopKeyOf(begun);
    const turns = this.running.get(key) ?? new Set();
    const turn = new Running(begun, isUnsaid, { job, onEnd: (ended) => this.end(key, ended) });
    this.running.set(key, turns.add(turn));
    this.timer ??= setInterval(() => void this.look(), LOOK_MS);
    if (isStopped(begun.id, this.stops.get(key))) turn.abort(STOPPED);
    return turn;
  }

  /** Whether a person holds the conversation of a message, so that no turn may begin there. */
  isHeld({ event }: Pick<OpenQuestion, 'event'>): boolean {
    return this.holds.isHeld(targetOf(event));
  }

  /** The messages that turns of this process are answering in a conversation. */
  questionsAt(place: { readonly sessionKey: string; readonly event: StopPlace }): readonly OpenQuestion[] {
    return [...(this.running.get(stopKeyOf(place)) ?? [])].map(({ question }) => question);
  }

  /**
   * Stops everything written in a conversation before the `/stop`, once `tx` commits: turns of this process at once,
   * turns of other replicas at their next check, and waiting turns, including those that wait for another try, as soon
   * as their lane is free.
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

  /** Notes that another message continues this one: a running turn begins again, and a waiting one stops waiting. */
  join(begun: Begun): void {
    this.awaiting.get(begun.id)?.();
    this.abortJoined([begun.id]);
    void this.expedite(begun.sessionKey);
  }

  /** Stops the turns of these events here. Resolves when they have ended, or after ten seconds. */
  async endAll(eventIds: ReadonlySet<string>): Promise<void> {
    const all = [...this.running.values()].flatMap((turns) => [...turns]);
    const theirs = all.filter(({ id }) => eventIds.has(id));
    for (const turn of theirs) turn.abort(STOPPED);
    for (const id of eventIds) this.awaiting.get(id)?.();
    const patience = new Promise((resolve) => setTimeout(resolve, ENDING_MS).unref());
    await Promise.race([Promise.all(theirs.map(({ ended }) => ended)), patience]);
  }

  /** Resolves when this process accepts a message that continues the waiting one, or after a minute. */
  untilJoined(eventId: string): Promise<void> {
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

  private end(key: string, turn: Running): void {
    const turns = this.running.get(key);
    turns?.delete(turn);
    if (turns?.size === 0) this.running.delete(key);
    if (this.running.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private abort(key: string, stoppedBy: string): void {
    for (const turn of this.running.get(key) ?? []) if (isStopped(turn.id, stoppedBy)) turn.abort(STOPPED);
  }

  private abortJoined(ids: readonly string[]): void {
    const all = [...this.running.values()].flatMap((turns) => [...turns]);
    for (const turn of all) if (ids.includes(turn.id) && turn.isUnsaid()) turn.abort(JOINED);
  }

  private abortHeld(): void {
    const all = [...this.running.values()].flatMap((turns) => [...turns]);
    for (const turn of all) if (this.isHeld(turn.question)) turn.abort(HELD_UP);
  }

  private remember(key: string, stoppedBy: string): void {
    this.stops.set(key, stoppedBy);
    // Forgets only this stop: a later one has a timer of its own.
    const forget = () => this.stops.get(key) === stoppedBy && this.stops.delete(key);
    setTimeout(forget, BEGINNING_MS).unref();
  }

  private async expedite(sessionKey: string): Promise<void> {
    try {
      await this.queue.expedite(JOB_KINDS.inbound, sessionKey);
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
      this.logger.debug(`could not check whether turns were stopped: ${errorText(error)}`);
    }
  }

  forgetPeople(names: readonly string[]): void {
    forgetKeys(this.stops, names);
  }
}

/**
 * Whether a `/stop` applies to an event, decided by their ids: within one process they are in the order of acceptance,
 * even within a millisecond.
 */
export const isStopped = (id: string, stoppedBy = ''): boolean => id < stoppedBy;

/**
 * One controller for everything that can end a turn, because its signal is listened to in many places for each message.
 */
class Running implements RunningTurn {
  private readonly controller = new AbortController();
  private readonly over = Promise.withResolvers<undefined>();
  private reason: Error | undefined;

  constructor(
    readonly question: OpenQuestion,
    readonly isUnsaid: () => boolean,
    private readonly around: {
      readonly job: AbortSignal | undefined;
      readonly onEnd: (turn: Running) => void;
    },
  ) {
    const { job } = around;
    if (job?.aborted) this.follow();
    else job?.addEventListener('abort', this.follow, { once: true });
  }

  get id(): string {
    return this.question.id;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get ended(): Promise<undefined> {
    return this.over.promise;
  }

  throwIfEnded(): void {
    if (this.reason) throw this.reason;
  }

  abort(reason: Error): void {
    this.reason ??= reason;
    this.controller.abort(reason);
  }

  end(): void {
    this.around.job?.removeEventListener('abort', this.follow);
    this.around.onEnd(this);
    this.over.resolve(undefined);
  }

  private readonly follow = (): void => this.controller.abort(this.around.job?.reason);
}

const STOPPED = new Error('stopped by a command');
const HELD_UP = new HeldError();
export const JOINED = new Error('another message continues it');
