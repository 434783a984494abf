import type { Clock } from '../../../common/index.js';
import type { Database } from '../../database/database.js';
import { type DeadWorkerWatch, SILENCE_MS } from './dead-worker-watch.js';
import type { GraphileLaneRepository, HeldLane } from './graphile-lane.repository.js';
import type { HeartbeatRepository } from './heartbeat.repository.js';
import type { KindWorkers } from './kind-workers.js';

/** ms */
const BEAT_MS = 4_000;
/** The interval while the database is unavailable, shorter so that work resumes soon, ms. */
const AWAY_MS = 1_000;
/** A pool that ended by itself keeps its locks, and their lanes wait, this many beats at most. */
const BEATS_PER_REPAIR = 4;
/** A smaller step back of the database's clock is no reason to end waits: they end that much later. */
const SET_BACK_MS = 1_000;

export interface HeartbeatLoopParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly lanes: GraphileLaneRepository;
  readonly heartbeats: HeartbeatRepository;
  readonly watch: DeadWorkerWatch;
  readonly owner: string;
  /** By kind. */
  readonly workers: ReadonlyMap<string, KindWorkers>;
  readonly onFault: (message: string, error: unknown) => void;
}

/**
 * Beats every few seconds, checks its own lanes and those of dead workers, and notices when the database goes and comes
 * back.
 */
export class HeartbeatLoop {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private isRunning = false;
  private isAway = false;
  private rounds = 0;
  /** The last beat, by the database's clock (epoch ms) and by `performance.now`. */
  private last = { time: 0, at: 0 };

  constructor(private readonly parts: HeartbeatLoopParts) {}

  /**
   * Resolves after the first beat: from then on other workers leave this process's claims alone.
   * @throws errors of the database
   */
  async start(): Promise<void> {
    await this.beat();
    await this.parts.watch.look();
    this.isRunning = true;
    this.next(BEAT_MS);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.timer);
    await this.round;
  }

  private next(ms: number): void {
    if (!this.isRunning) return;
    this.timer = setTimeout(() => {
      this.round = this.runRound();
    }, ms);
  }

  private async runRound(): Promise<void> {
    const { db, lanes, watch } = this.parts;
    try {
      await this.beat();
      if (this.isAway) this.back();
      await this.releaseForgotten();
      await watch.look();
      if (this.rounds++ % BEATS_PER_REPAIR === 0) await db.transaction((tx) => lanes.repair(tx));
      this.next(BEAT_MS);
    } catch (error) {
      this.away(error);
      this.next(AWAY_MS);
    }
  }

  private async beat(): Promise<void> {
    const { db, heartbeats, owner, clock } = this.parts;
    const pools = this.workers.flatMap(({ pool }) => pool?.ids ?? []);
    const askedAt = performance.now();
    const { beats, time } = await db.transaction((tx) => heartbeats.beat(tx, owner, pools, clock.now()));
    // A first beat that is none: others took this process for dead, and have its lanes.
    if (beats === 0) this.abortAll();
    const { last } = this;
    this.last = { time, at: performance.now() };
    // From one answer to the next question: waiting for an answer is no time that the database must have seen pass.
    const setBackMs = last.time + askedAt - last.at - time;
    if (setBackMs > SET_BACK_MS) await this.endWaits(setBackMs);
  }

  /** By the database's clock, graphile-worker would let each wait last that much longer (ADR 0073). */
  private async endWaits(setBackMs: number): Promise<void> {
    const { db, lanes, workers, onFault } = this.parts;
    const seconds = Math.round(setBackMs / 1_000);
    onFault(`the database's clock was set back by ${seconds} s`, 'waiting jobs begin now');
    for (const kind of workers.keys())
      await db.transaction((tx) => lanes.expedite(tx, { kind, key: undefined }));
  }

  /** Releases lanes that are ours by the database, but not in hand: the answer to their commit was lost. */
  private async releaseForgotten(): Promise<void> {
    const { db, lanes } = this.parts;
    const before = this.inHand();
    const held = await lanes.held();
    const since = this.inHand();
    const forgotten = held.filter((lane) => !before.has(name(lane)) && !since.has(name(lane)));
    for (const lane of forgotten) await db.transaction((tx) => lanes.release(tx, lane));
  }

  private inHand(): ReadonlySet<string> {
    const names = [...this.parts.workers].flatMap(([kind, workers]) =>
      [...workers.keysInHand()].map((key) => name({ kind, key })),
    );
    return new Set(names);
  }

  private away(error: unknown): void {
    if (!this.isAway) this.parts.onFault('the job queue pauses: the database is away', error);
    this.isAway = true;
    this.parts.watch.forget();
    // By now other workers may have taken our jobs over.
    if (performance.now() - this.last.at > SILENCE_MS) this.abortAll();
  }

  private back(): void {
    this.isAway = false;
    this.parts.onFault('the job queue resumes', 'the database is back');
    for (const { pool } of this.workers) pool?.restart();
  }

  private abortAll(): void {
    for (const each of this.workers) each.abortNow();
  }

  private get workers(): readonly KindWorkers[] {
    return [...this.parts.workers.values()];
  }
}

const name = ({ kind, key }: Pick<HeldLane, 'kind' | 'key'>): string => `${kind}\n${key}`;
