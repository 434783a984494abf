import { Logger } from '@nestjs/common';
import { type Clock, errorText } from '../../../common/index.js';
import type { Database, Tx } from '../../database/database.js';
import { type DeadLetter, type JobHandler, JobQueue } from '../job-queue.js';
import { DeadLetterRepository } from './dead-letter.repository.js';
import type { LaneRepository } from './lane.repository.js';
import { type LaneRunnerParts, unlessAway } from './lane-runner.js';
import type { LaneWorkers } from './lane-workers.js';
import { revive } from './revival.js';

export interface LaneQueueParts<Lanes extends LaneRepository> {
  readonly db: Database;
  readonly lanes: Lanes;
  readonly clock: Clock;
  /** The time of leases and back-offs. */
  readonly dueClock: Clock;
}

/** The half of a job queue that is the same on both databases: its handlers, and what became of its jobs. */
export abstract class LaneQueue<Lanes extends LaneRepository, Workers extends LaneWorkers> extends JobQueue {
  /** By kind. */
  protected readonly workers = new Map<string, Workers>();
  private readonly logger = new Logger('JobQueue');
  private readonly handlers = new Map<string, JobHandler>();
  private readonly dead: DeadLetterRepository;

  protected constructor(
    private readonly parts: LaneQueueParts<Lanes>,
    private readonly makeWorkers: (parts: LaneRunnerParts & LaneQueueParts<Lanes>) => Workers,
  ) {
    super();
    this.dead = new DeadLetterRepository(parts.db);
  }

  override register(handler: JobHandler): void {
    const { kind } = handler;
    if (this.workers.has(kind)) throw new Error(`two handlers for jobs of kind ${kind}`);
    this.handlers.set(kind, handler);
    const expedite = (key: string) => this.expedite(kind, key);
    const onFault = unlessAway(this.onFault);
    this.workers.set(kind, this.makeWorkers({ ...this.parts, handler, expedite, onFault }));
  }

  override depth(): Promise<ReadonlyMap<string, number>> {
    return this.parts.lanes.depth();
  }

  override deadLetters(limit: number, before?: number): Promise<readonly DeadLetter[]> {
    return this.dead.newest(limit, before);
  }

  override revive(id: number, note?: (tx: Tx) => Promise<void>): Promise<DeadLetter> {
    const { dead, handlers } = this;
    return revive({ db: this.parts.db, dead, handlers, queue: this }, id, note);
  }

  /** A fault of the queue itself, not of a job. */
  protected readonly onFault = (message: string, error: unknown): void =>
    this.logger.warn(`${message}: ${errorText(error)}`);
}
