import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError } from '../../database/database-unavailable.error.js';
import type { Claim, Lane } from '../../jobs/lanes/lane.repository.js';
import type { LaneRunner, LaneRunnerParts } from '../../jobs/lanes/lane-runner.js';
import { LaneWorkers } from '../../jobs/lanes/lane-workers.js';
import type { GraphileLaneRepository } from './graphile-lane.repository.js';
import { GraphilePool } from './graphile-pool.js';

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

/** Processes lanes of one kind: those claimed when they were created, and those from graphile-worker. */
export class KindWorkers extends LaneWorkers<KindWorkersParts> {
  private graphile: GraphilePool | undefined;

  /** Undefined until the first start. */
  get pool(): GraphilePool | undefined {
    return this.graphile;
  }

  start(pgPool: pg.Pool): void {
    if (this.isRunning) return;
    this.isRunning = true;
    const { handler, onFault } = this.parts;
    const concurrency = Math.min(handler.concurrency, MOST_GRAPHILE_WORKERS);
    const tasks = { [handler.kind]: (payload: unknown) => this.work(payload as Pick<Lane, 'key'>) };
    this.graphile = new GraphilePool({ pgPool, tasks, concurrency, onFault });
    this.graphile.start();
  }

  override async stop(graceMs: number): Promise<void> {
    this.graphile?.stop();
    await super.stop(graceMs);
    await this.graphile?.settle();
  }

  /** Looks for a lane when it becomes due. */
  protected override ended({ postponedMs = Infinity }: LaneRunner): void {
    if (postponedMs <= LONGEST_TIMER_MS) setTimeout(() => this.graphile?.wake(), postponedMs).unref();
  }

  /** One graphile job. After a throw graphile-worker retries it with its own back-off. */
  private async work({ key }: Pick<Lane, 'key'>): Promise<void> {
    const lane = { kind: this.parts.handler.kind, key };
    const hasSlot = await this.slots.enter(LONGEST_QUEUE_MS);
    if (hasSlot && this.isRunning) return this.claimed(lane, () => this.claim(lane));
    if (hasSlot) this.slots.leave();
    // Any replica with a free slot may have it.
    await this.parts.db.transaction((tx) => this.parts.lanes.handOn(tx, lane));
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
}
