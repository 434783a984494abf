import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError } from '../../database/database-unavailable.error.js';
import type { Claim, Lane } from '../../jobs/lanes/lane.repository.js';
import { LaneRunner, type LaneRunnerParts } from '../../jobs/lanes/lane-runner.js';
import type { GraphileLaneRepository, HeldLane } from './graphile-lane.repository.js';
import { GraphilePool } from './graphile-pool.js';
import { WorkerSlots } from './worker-slots.js';

const RETRY_CLAIM_MS = 1_000;
/** How long a lane that graphile-worker has handed over waits for room here before others are asked, ms. */
const LONGEST_QUEUE_MS = 1_000;
/** Each asks for work by itself; they only fetch and claim, the lanes are worked beside them. */
const MOST_GRAPHILE_WORKERS = 128;
/** Back-offs up to this long get a timer of their own; asking now and then finds the others. */
const LONGEST_TIMER_MS = 60_000;

export interface KindWorkersParts extends LaneRunnerParts {
  readonly lanes: GraphileLaneRepository;
}

/**
 * Works lanes of one kind, at most `concurrency` at once: those taken as they were made, and those that
 * graphile-worker hands over.
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

  /** Keeps a place for a lane that a transaction may bring; false when there is none. `settle` follows. */
  reserve(lane: Lane): boolean {
    if (!this.isRunning || !this.slots.tryEnter()) return false;
    this.claiming.add(lane);
    return true;
  }

  /** The transaction is over: works the lane it brought, or gives the place back. */
  settle(lane: Lane, claim: Claim | undefined): void {
    if (claim) this.begin(claim);
    else this.slots.leave();
    this.claiming.delete(lane);
  }

  /** Lanes in hand, by key or all: what they wait for next is there already. */
  expedite(key: string | undefined): void {
    for (const runner of this.runners.keys()) runner.expedite(key);
  }

  /** Something becomes due in `afterMs`. */
  wakeIn(afterMs: number): void {
    if (!this.isRunning || afterMs > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.graphile?.wake();
    }, afterMs);
    this.timers.add(timer);
  }

  /** Claims nothing more, waits for what runs, at most `graceMs`, then aborts it. */
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

  /** Tells every job in hand to end: others may have it by now. */
  abortNow(): void {
    for (const runner of this.runners.keys()) runner.abortNow();
  }

  /** The lanes that this process works on, or is about to. */
  lanesInHand(): ReadonlySet<string> {
    return new Set([
      ...[...this.claiming].map(({ key }) => key),
      ...[...this.runners.keys()].map(({ claim }) => claim.key),
    ]);
  }

  /** Aborts jobs whose lane is no longer held at their epoch. @param before who ran when `held` was read */
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

  /** One graphile job. A throw leaves it with graphile-worker, which tries again by its own back-off. */
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

  /** Leaves a lane to whoever has room. */
  private handOn(lane: Lane): Promise<void> {
    return this.parts.db.transaction((tx) => this.parts.lanes.handOn(tx, lane));
  }

  /** Waits while the database is away. */
  private async claim(lane: Lane): Promise<Claim | undefined> {
    for (;;) {
      try {
        const claim = await this.parts.db.transaction((tx) => this.parts.lanes.claim(tx, lane));
        return claim();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError) || !this.isRunning) throw error;
        await delay(RETRY_CLAIM_MS, undefined, { ref: false });
      }
    }
  }

  /** Works a lane of ours on the place that was taken for it. */
  private begin(claim: Claim): void {
    // This lane was taken from us while we worked on it, and has come back: the earlier claim is void.
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
