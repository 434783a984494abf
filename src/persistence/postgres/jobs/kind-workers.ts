import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError } from '../../database/database-unavailable.error.js';
import type { Claim, Lane } from '../../jobs/lanes/lane.repository.js';
import { LaneRunner, type LaneRunnerParts } from '../../jobs/lanes/lane-runner.js';
import type { GraphileLaneRepository, HeldLane } from './graphile-lane.repository.js';
import { GraphilePool } from './graphile-pool.js';
import { WorkerSlots } from './worker-slots.js';

const RETRY_CLAIM_MS = 1_000;
/** How long a lane from graphile-worker waits for a free slot here before it is left to other replicas, ms. */
const LONGEST_QUEUE_MS = 1_000;
/** These workers only fetch and claim waiting lanes, which then run outside of them. */
const MOST_GRAPHILE_WORKERS = 8;
/** Back-offs up to this long get a timer of their own; polling finds the others. */
const LONGEST_TIMER_MS = 60_000;

export interface KindWorkersParts extends LaneRunnerParts {
  readonly lanes: GraphileLaneRepository;
}

/**
 * Processes lanes of one kind, at most `concurrency` at once: those claimed when they were created, and those from
 * graphile-worker.
 */
export class KindWorkers {
  private readonly runners = new Map<LaneRunner, Promise<void>>();
  /** Lanes about to be claimed, each once a claim. */
  private readonly claiming = new Set<Lane>();
  private readonly slots: WorkerSlots;
  private readonly timers = new Set<NodeJS.Timeout>();
  private isRunning = false;
  private graphile: GraphilePool | undefined;

  constructor(private readonly parts: KindWorkersParts) {
    this.slots = new WorkerSlots(() => parts.handler.concurrency);
  }

  /** Undefined until the first start. */
  get pool(): GraphilePool | undefined {
    return this.graphile;
  }

  start(pgPool: pg.Pool): void {
    if (this.isRunning) return;
    const { kind } = this.parts.handler;
    const concurrency = Math.min(this.parts.handler.concurrency, MOST_GRAPHILE_WORKERS);
    this.isRunning = true;
    const tasks = { [kind]: (payload: unknown) => this.work({ kind, ...(payload as { key: string }) }) };
    this.graphile = new GraphilePool({ pgPool, tasks, concurrency, onFault: this.parts.onFault });
    this.graphile.start();
  }

  /** Reserves a slot for a lane that a transaction may create; false when there is none. `settle` follows. */
  reserve(lane: Lane): boolean {
    if (!this.isRunning || !this.slots.tryEnter()) return false;
    this.claiming.add(lane);
    return true;
  }

  /** After the end of the transaction: processes its lane, or frees the slot. */
  settle(lane: Lane, claim: Claim | undefined): void {
    if (claim) this.begin(claim);
    else this.slots.leave();
    this.claiming.delete(lane);
  }

  /** Expedites running lanes, by key or all, whose reason to wait is over already. */
  expedite(key: string | undefined): void {
    for (const runner of this.runners.keys()) runner.expedite(key);
  }

  /** Wakes the pool in `afterMs`, when a lane becomes due. */
  wakeIn(afterMs: number): void {
    if (!this.isRunning || afterMs > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.graphile?.wake();
    }, afterMs);
    this.timers.add(timer);
  }

  /** Stops claiming, waits at most `graceMs` for running jobs, then aborts them. */
  async stop(graceMs: number): Promise<void> {
    this.isRunning = false;
    for (const timer of this.timers) clearTimeout(timer);
    this.graphile?.stop();
    for (const runner of this.runners.keys()) runner.stop();
    const timer = setTimeout(() => this.abortNow(), graceMs);
    while (this.runners.size > 0) await Promise.all(this.runners.values());
    clearTimeout(timer);
    await this.graphile?.settle();
  }

  /** Aborts all running jobs: other workers may have claimed them by now. */
  abortNow(): void {
    for (const runner of this.runners.keys()) runner.abortNow();
  }

  /** The lanes that this process runs, or is about to. */
  lanesInHand(): ReadonlySet<string> {
    return new Set(this.keysInHand());
  }

  /**
   * Aborts jobs whose lane is no longer held at their epoch.
   * @param before the runners at the time `held` was read
   */
  abortLost(held: readonly HeldLane[], before: ReadonlySet<LaneRunner>): void {
    for (const runner of this.runners.keys()) {
      const { key, epoch } = runner.claim;
      const isHeld = held.some((lane) => lane.key === key && lane.epoch === epoch);
      if (before.has(runner) && !isHeld) runner.abortNow();
    }
  }

  runnersNow(): ReadonlySet<LaneRunner> {
    return new Set(this.runners.keys());
  }

  private *keysInHand(): Generator<string> {
    for (const { key } of this.claiming) yield key;
    for (const { claim } of this.runners.keys()) yield claim.key;
  }

  /** One graphile job. After a throw graphile-worker retries it with its own back-off. */
  private async work(lane: Lane): Promise<void> {
    if (!(await this.slots.enter(LONGEST_QUEUE_MS))) {
      await this.handOn(lane);
      return;
    }
    this.claiming.add(lane);
    let claim: Claim | undefined;
    try {
      claim = this.isRunning ? await this.claim(lane) : undefined;
      if (!claim && !this.isRunning) await this.handOn(lane);
    } finally {
      this.settle(lane, claim);
    }
  }

  /** Leaves a lane to any replica with a free slot. */
  private handOn(lane: Lane): Promise<void> {
    return this.parts.db.transaction((tx) => this.parts.lanes.handOn(tx, lane));
  }

  /** Waits while the database is unavailable. */
  private async claim(lane: Lane): Promise<Claim | undefined> {
    for (;;) {
      try {
        return await this.parts.db.transaction((tx) => this.parts.lanes.claim(tx, lane));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError) || !this.isRunning) throw error;
        await delay(RETRY_CLAIM_MS, undefined, { ref: false });
      }
    }
  }

  /** Processes a lane of ours in its reserved slot. */
  private begin(claim: Claim): void {
    // This lane was lost during the work and has come back: the earlier claim is void.
    for (const other of this.runners.keys()) if (other.claim.key === claim.key) other.abortNow();
    const runner = new LaneRunner(this.parts, claim);
    if (!this.isRunning) runner.stop();
    const end = runner
      .run()
      .catch((error: unknown) => this.parts.onFault('a lane stopped unexpectedly', error))
      .finally(() => {
        this.runners.delete(runner);
        this.slots.leave();
      });
    this.runners.set(runner, end);
  }
}
