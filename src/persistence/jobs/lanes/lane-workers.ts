import type { Claim, Lane } from './lane.repository.js';
import { LaneRunner, type LaneRunnerParts } from './lane-runner.js';

/** The most lanes that wait for a slot here. A further one would wait less on another replica. */
const MOST_WAITING = 2;

/**
 * The lanes of one kind that this process works on, at most the handler's `concurrency` at once. A slot is taken before a
 * lane is claimed, and left when its work ends. How waiting lanes are found differs between the databases.
 */
export class LaneWorkers<Parts extends LaneRunnerParts = LaneRunnerParts> {
  /** Called when there is a slot again for lanes that were given back for want of one. */
  onRoom: () => void = () => undefined;
  protected readonly slots: WorkerSlots;
  protected isRunning = false;
  private readonly runners = new Map<LaneRunner, Promise<void>>();
  /** Lanes that this process may be about to hold: one object for each claim that has begun. */
  private readonly claiming = new Set<Lane>();

  constructor(protected readonly parts: Parts) {
    this.slots = new WorkerSlots(
      () => parts.handler.concurrency,
      () => this.onRoom(),
    );
  }

  /** Whether as many lanes wait for a slot as should. */
  get isFull(): boolean {
    return this.slots.isWaitedFor;
  }

  start(): void {
    this.isRunning = true;
  }

  /** Reserves a slot for a lane that a transaction may begin; false when there is none. `settle` follows. */
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

  /**
   * Claims a waiting lane and processes it, once there is a slot.
   * @returns false when none becomes free within `maxWaitMs`, or more wait for one than should
   */
  async claimWhenFree(
    lane: Lane,
    maxWaitMs: number,
    claim: () => Promise<Claim | undefined>,
  ): Promise<boolean> {
    if (!(await this.slots.enter(maxWaitMs))) return false;
    const begun: { claim?: Claim | undefined } = {};
    this.claiming.add(lane);
    try {
      if (this.isRunning) begun.claim = await claim();
    } finally {
      this.settle(lane, begun.claim);
    }
    return this.isRunning || begun.claim !== undefined;
  }

  /** Expedites running lanes, by key or all, whose reason to wait is over already. */
  expedite(key: string | undefined): void {
    for (const runner of this.runners.keys()) runner.expedite(key);
  }

  /** Stops claiming; the running jobs are the last of their lanes. */
  halt(): void {
    this.isRunning = false;
    for (const runner of this.runners.keys()) runner.stop();
  }

  /** Stops claiming, waits at most `graceMs` for running jobs, then aborts them. */
  async stop(graceMs: number): Promise<void> {
    this.halt();
    const timer = setTimeout(() => this.abortNow(), graceMs);
    while (this.runners.size > 0) await Promise.all(this.runners.values());
    clearTimeout(timer);
  }

  /** Aborts all running jobs: other workers may have claimed them by now. */
  abortNow(): void {
    for (const runner of this.runners.keys()) runner.abortNow();
  }

  /** The keys of the lanes that this process runs, or is about to. */
  *keysInHand(): Generator<string> {
    for (const { key } of this.claiming) yield key;
    for (const { claim } of this.runners.keys()) yield claim.key;
  }

  /** Renews the lease of each running lane; a lost one aborts its job. On PostgreSQL, heartbeats do (ADR 0008). */
  protected async renewAll(): Promise<void> {
    const onFault = (error: unknown) => this.parts.onFault('could not renew a lease', error);
    // In parallel, to share a commit.
    await Promise.all([...this.runners.keys()].map((runner) => runner.renew().catch(onFault)));
  }

  /** Processes a lane of ours in its reserved slot. */
  protected begin(claim: Claim): void {
    // The earlier claim of this lane is void: the lane was lost, or has ended and only its last handler still returns.
    for (const other of this.runners.keys()) if (other.claim.key === claim.key) other.abortNow();
    const runner = new LaneRunner(this.parts, claim);
    if (!this.isRunning) runner.stop();
    this.runners.set(runner, this.runToEnd(runner));
  }

  /** Called when a lane has ended and left its slot. */
  protected ended(_runner: LaneRunner): void {
    // The queue of the embedded database looks for waiting lanes.
  }

  private async runToEnd(runner: LaneRunner): Promise<void> {
    try {
      await runner.runJobs();
    } catch (error) {
      this.parts.onFault('a lane stopped unexpectedly', error);
    }
    this.runners.delete(runner);
    this.slots.leave();
    this.ended(runner);
  }
}

/** The slots for work of one kind: each is taken before the work is claimed and left after it. */
export class WorkerSlots {
  private taken = 0;
  private readonly waiting = new Set<() => void>();
  /** A job has waited too long since a slot was left last. */
  private hasGivenUp = false;

  /**
   * @param size the number of slots; read at each use
   * @param onLeft called when the first slot is left after a job gave up
   */
  constructor(
    private readonly size: () => number,
    private readonly onLeft: () => void = () => undefined,
  ) {}

  /** Negative while a smaller size is not reached yet. */
  get free(): number {
    return this.size() - this.taken;
  }

  /**
   * Whether no job should wait here. After one that has given up, none does until a slot is left: this replica looks for
   * work sooner than others that are notified, and would take the same job again and again.
   */
  get isWaitedFor(): boolean {
    return this.waiting.size >= MOST_WAITING || (this.hasGivenUp && this.free <= 0);
  }

  /** Takes a slot; false when none is free. */
  tryEnter(): boolean {
    if (this.free <= 0) return false;
    this.taken++;
    return true;
  }

  /** Takes a slot, waiting for it up to `maxWaitMs`; false after that time, and at once while it `isWaitedFor`. */
  enter(maxWaitMs: number): Promise<boolean> {
    if (this.tryEnter()) return Promise.resolve(true);
    if (this.isWaitedFor) return Promise.resolve(false);
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        this.waiting.delete(enter);
        this.hasGivenUp = true;
        resolve(false);
      }, maxWaitMs);
      const enter = () => {
        clearTimeout(giveUp);
        resolve(true);
      };
      this.waiting.add(enter);
    });
  }

  /** Call once for each slot taken; the longest waiter gets it. */
  leave(): void {
    this.taken--;
    const [next] = this.waiting;
    if (next && this.tryEnter()) {
      this.waiting.delete(next);
      next();
    }
    if (this.hasGivenUp) this.onLeft();
    this.hasGivenUp = false;
  }
}
