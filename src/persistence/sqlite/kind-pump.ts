import { type Claim, LONGEST_WAIT_MS } from '../jobs/lanes/lane.repository.js';
import { LaneRunner, type LaneRunnerParts, LEASE_MS } from '../jobs/lanes/lane-runner.js';
import type { SqliteLaneRepository } from './sqlite-lane.repository.js';

export interface KindPumpParts extends LaneRunnerParts {
  readonly lanes: SqliteLaneRepository;
}

const RENEW_MS = LEASE_MS / 3;
/** The maximum interval of checks, in case a wake-up was missed. */
const MAX_SLEEP_MS = 5_000;
const RETRY_AFTER_FAULT_MS = 1_000;

/** Keeps the handler of one kind busy: claims lanes while there is room, sleeps until one is due. */
export class KindPump {
  private readonly runners = new Map<LaneRunner, Promise<void>>();
  /** Lanes about to be passed to `take`; a rollback sends no notice, hence the reset. */
  private reserved = 0;
  private isRunning = false;
  private isClaiming = false;
  private isKicked = false;
  private sleep: NodeJS.Timeout | undefined;
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly parts: KindPumpParts) {}

  start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    this.renewal = setInterval(() => void this.renewAll(), RENEW_MS);
    this.kick();
  }

  /** Checks for claimable lanes. Cheap; may be called for every job. */
  kick(): void {
    this.isKicked = true;
    if (!this.isRunning || this.isClaiming) return;
    this.isClaiming = true;
    void this.fill().finally(() => {
      this.isClaiming = false;
      // A kick that arrived while this one was ending must not wait for the timer.
      if (this.isKicked && this.isRunning && this.room > 0) this.kick();
    });
  }

  /** Expedites running lanes, by key or all, whose reason to wait is over already. */
  expedite(key: string | undefined): void {
    for (const runner of this.runners.keys()) runner.expedite(key);
  }

  /** Whether there is room for one more lane; `take` follows once it is committed. */
  reserve(): boolean {
    if (!this.isRunning || this.room <= this.reserved) return false;
    this.reserved++;
    return true;
  }

  /** Cancels a reservation, because another worker has the lane. */
  forgo(): void {
    this.reserved = Math.max(0, this.reserved - 1);
  }

  /** Processes a lane that is already leased to this worker; after the stop the lane is released. */
  take(claim: Claim): void {
    this.forgo();
    this.work(claim);
  }

  async stop(graceMs: number): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.sleep);
    for (const runner of this.runners.keys()) runner.stop();
    const timer = setTimeout(() => {
      for (const runner of this.runners.keys()) runner.abortNow();
    }, graceMs);
    while (this.runners.size > 0) await Promise.all(this.runners.values());
    clearTimeout(timer);
    clearInterval(this.renewal);
  }

  private get room(): number {
    return this.parts.handler.concurrency - this.runners.size;
  }

  private async fill(): Promise<void> {
    try {
      while (this.isRunning && this.isKicked && this.room > 0) {
        this.isKicked = false;
        const dueInMs = await this.dueInMs();
        if (dueInMs > 0) {
          this.wakeIn(dueInMs);
        } else {
          for (const claim of await this.claim(this.room)) this.work(claim);
          this.isKicked = true;
        }
      }
    } catch (error) {
      this.parts.onFault(`could not claim jobs of kind ${this.parts.handler.kind}`, error);
      this.wakeIn(RETRY_AFTER_FAULT_MS);
    }
  }

  /** The latest time of the next check; 0 = now. A check costs a read; an empty claim would cost a commit. */
  private async dueInMs(): Promise<number> {
    const due = await this.parts.lanes.nextVisibleAt(this.parts.handler.kind);
    if (due === undefined) return MAX_SLEEP_MS;
    const aheadMs = due - this.parts.dueClock.now();
    return aheadMs <= 0 || aheadMs > 2 * LONGEST_WAIT_MS ? 0 : Math.min(MAX_SLEEP_MS, aheadMs);
  }

  private claim(limit: number): Promise<Claim[]> {
    const now = this.parts.dueClock.now();
    const times = { now, leaseUntil: now + LEASE_MS };
    return this.parts.db.transaction((tx) =>
      this.parts.lanes.claim(tx, this.parts.handler.kind, limit, times),
    );
  }

  private work(claim: Claim): void {
    const runner = new LaneRunner(this.parts, claim);
    if (!this.isRunning) runner.stop();
    this.runners.set(runner, this.workOn(runner));
  }

  private async workOn(runner: LaneRunner): Promise<void> {
    try {
      await runner.run();
    } catch (error) {
      this.parts.onFault('a lane stopped unexpectedly', error);
    }
    this.runners.delete(runner);
    // After an emptied lane only lanes that waited for room are left to check.
    if (this.isKicked || !runner.isLaneEmptied) this.kick();
  }

  private wakeIn(ms: number): void {
    clearTimeout(this.sleep);
    if (!this.isRunning) return;
    this.sleep = setTimeout(() => this.kick(), ms);
  }

  private async renewAll(): Promise<void> {
    this.reserved = 0;
    const onFault = (error: unknown) => this.parts.onFault('could not renew a lease', error);
    // In parallel, to share a commit.
    await Promise.all([...this.runners.keys()].map((runner) => runner.renew().catch(onFault)));
  }
}
