import type { Clock } from '../../../common/index.js';
import type { Database } from '../../database/database.js';
import { DatabaseClockWatch } from './database-clock-watch.js';
import { type DeadWorkerWatch, SILENCE_MS } from './dead-worker-watch.js';
import type { GraphileLaneRepository, HeldLane } from './graphile-lane.repository.js';
import type { HeartbeatRepository } from './heartbeat.repository.js';
import type { KindWorkers } from './kind-workers.js';

/** ms */
export const BEAT_MS = 4_000;
/** The interval while the database is unavailable, shorter so that work resumes soon, ms. */
const AWAY_MS = 1_000;
/** A lane that a process fetched just before it died has no wake-up: it is found after 12 s and this many beats. */
const BEATS_PER_REPAIR = 2;

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
  private beats = 0;
  private lastBeat = 0;
  private readonly databaseClock: DatabaseClockWatch;

  constructor(private readonly parts: HeartbeatLoopParts) {
    this.databaseClock = new DatabaseClockWatch({ ...parts, kinds: [...parts.workers.keys()] });
  }

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
    try {
      await this.beat();
      if (this.isAway) this.back();
      await this.tendLanes();
      await this.parts.watch.look();
      if (this.beats++ % BEATS_PER_REPAIR === 0) await this.repair();
      this.next(BEAT_MS);
    } catch (error) {
      this.away(error);
      this.next(AWAY_MS);
    }
  }

  private async beat(): Promise<void> {
    const { db, heartbeats, owner, clock } = this.parts;
    const pools = [...this.parts.workers.values()].flatMap(({ pool }) => pool?.ids ?? []);
    const askedAt = performance.now();
    const time = await db.transaction((tx) => heartbeats.beat(tx, owner, pools, clock.now()));
    this.lastBeat = performance.now();
    await this.databaseClock.note(time, askedAt);
  }

  /** Compares the lanes held according to the database with those running here. */
  private async tendLanes(): Promise<void> {
    const before = [...this.parts.workers.values()].map((workers) => ({
      workers,
      runners: workers.runnersNow(),
    }));
    const wereInHand = this.lanesInHand();
    const held = await this.parts.lanes.held();
    for (const { workers, runners } of before) workers.abortLost(held, runners);
    const areInHand = this.lanesInHand();
    const forgotten = held.filter((lane) => !wereInHand.has(name(lane)) && !areInHand.has(name(lane)));
    for (const lane of forgotten) await this.parts.db.transaction((tx) => this.parts.lanes.release(tx, lane));
  }

  private lanesInHand(): ReadonlySet<string> {
    const names = [...this.parts.workers].flatMap(([kind, workers]) =>
      [...workers.lanesInHand()].map((key) => name({ kind, key })),
    );
    return new Set(names);
  }

  private async repair(): Promise<void> {
    const pools = [...this.parts.workers.values()].flatMap(({ pool }) => pool ?? []);
    const over = pools.flatMap((pool) => pool.over);
    await this.parts.db.transaction(async (tx) => {
      await this.parts.lanes.unlock(tx, over);
      await this.parts.lanes.wakeForgotten(tx);
    });
    for (const pool of pools) pool.forget(over);
  }

  private away(error: unknown): void {
    if (!this.isAway) this.parts.onFault('the job queue pauses: the database is away', error);
    this.isAway = true;
    this.parts.watch.forget();
    // By now other workers may have taken our jobs over.
    if (performance.now() - this.lastBeat > SILENCE_MS) {
      for (const workers of this.parts.workers.values()) workers.abortNow();
    }
  }

  private back(): void {
    this.isAway = false;
    this.parts.onFault('the job queue resumes', 'the database is back');
    for (const { pool } of this.parts.workers.values()) pool?.restart();
  }
}

const name = ({ kind, key }: Pick<HeldLane, 'kind' | 'key'>): string => `${kind}\n${key}`;
