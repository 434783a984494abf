import type { LaneWorkers } from '../../jobs/lanes/lane-workers.js';
import { DeadWorkerWatch, SILENCE_MS, type WatchParts } from './dead-worker-watch.js';
import { HeartbeatRepository } from './heartbeat.repository.js';

/** ms */
export const BEAT_MS = 4_000;
/** The interval while the database is unavailable, shorter so that work resumes soon, ms. */
const AWAY_MS = 1_000;
/** Lanes that nothing would wake wait this many beats at most. */
const BEATS_PER_REPAIR = 4;
/** A smaller step back of the database's clock is no reason to end waits: they end that much later. */
const SET_BACK_MS = 1_000;

export interface HeartbeatLoopParts extends Omit<WatchParts, 'heartbeats'> {
  /** By kind. */
  readonly workers: ReadonlyMap<string, LaneWorkers>;
  readonly onFault: (message: string, error: unknown) => void;
}

/**
 * Beats every few seconds, checks its own lanes and those of dead workers, and notices when the database goes and comes
 * back.
 */
export class HeartbeatLoop {
  readonly watch: DeadWorkerWatch;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private isRunning = false;
  private isAway = false;
  private rounds = 0;
  /** The last beat, by the database's clock (epoch ms) and by `performance.now`. */
  private last = { time: 0, at: 0 };

  constructor(
    private readonly parts: HeartbeatLoopParts,
    private readonly heartbeats = new HeartbeatRepository(parts.db),
  ) {
    this.watch = new DeadWorkerWatch({ ...parts, heartbeats });
  }

  /**
   * Resolves after the first beat: from then on other workers leave this process's claims alone.
   * @throws errors of the database
   */
  async start(): Promise<void> {
    await this.beat();
    await this.watch.look();
    this.isRunning = true;
    this.next(BEAT_MS);
  }

  /** Signs off, and leaves this process's lanes to others. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.timer);
    await this.round;
    await this.parts.db.transaction(async (tx) => {
      await this.heartbeats.leave(tx, this.parts.owner);
      await this.parts.lanes.releaseOf(tx, this.parts.owner);
    });
  }

  private next(ms: number): void {
    if (!this.isRunning) return;
    this.timer = setTimeout(() => {
      this.round = this.runRound();
    }, ms);
  }

  private async runRound(): Promise<void> {
    const { db, lanes } = this.parts;
    try {
      await this.beat();
      if (this.isAway) this.parts.onFault('the job queue resumes', 'the database is back');
      this.isAway = false;
      await this.releaseForgotten();
      await this.watch.look();
      if (this.rounds++ % BEATS_PER_REPAIR === 0) await db.transaction((tx) => lanes.wakeForgotten(tx));
      this.next(BEAT_MS);
    } catch (error) {
      this.away(error);
      this.next(AWAY_MS);
    }
  }

  private async beat(): Promise<void> {
    const { db, owner } = this.parts;
    const { last } = this;
    const askedAt = performance.now();
    const { beats, time } = await db.transaction((tx) => this.heartbeats.beat(tx, owner));
    this.last = { time, at: performance.now() };
    // A first beat that is none: others took this process for dead, and have its lanes.
    if (beats === 0) this.abortAll();
    // From one answer to the next question: waiting for an answer is no time that the database must have seen pass.
    const setBackMs = last.time + askedAt - last.at - time;
    if (setBackMs > SET_BACK_MS) await this.endWaits(setBackMs);
  }

  /** By the database's clock, graphile-worker would let each wait last that much longer (ADR 0073). */
  private async endWaits(setBackMs: number): Promise<void> {
    const { db, lanes, workers, onFault } = this.parts;
    const seconds = Math.round(setBackMs / 1_000);
    onFault(`the database's clock was set back by ${seconds} s`, 'waiting jobs start now');
    for (const kind of workers.keys()) await db.transaction((tx) => lanes.expedite(tx, kind));
  }

  /** Releases lanes that are ours by the database, but not in hand: the answer to their commit was lost. */
  private async releaseForgotten(): Promise<void> {
    const { db, lanes, workers } = this.parts;
    const inHand = (kind: string) => new Set(workers.get(kind)?.keysInHand());
    const before = new Map([...workers.keys()].map((kind) => [kind, inHand(kind)]));
    for (const lane of await lanes.held()) {
      const isInHand = before.get(lane.kind)?.has(lane.key) === true || inHand(lane.kind).has(lane.key);
      if (!isInHand) await db.transaction((tx) => lanes.release(tx, lane));
    }
  }

  private away(error: unknown): void {
    if (!this.isAway) this.parts.onFault('the job queue is paused: the database is unavailable', error);
    this.isAway = true;
    this.watch.restart();
    // By now other workers may have taken our jobs over.
    if (performance.now() - this.last.at > SILENCE_MS) this.abortAll();
  }

  private abortAll(): void {
    for (const each of this.parts.workers.values()) each.abortNow();
  }
}
