import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { Approvals, Holds, LoopBreaks } from '../../conversations/index.js';
import { Deliveries, type DeliveryState } from '../../delivery/index.js';
import { OldestUnanswered } from '../../operator/index.js';
import { PairingService } from '../../pairing/index.js';
import { Database, JobQueue } from '../../persistence/index.js';
import type { Json } from '../http/json.js';
import type { DeliveryCountsDto, StatusDto } from './status.dto.js';

export type Counts = Pick<
  Json<StatusDto>,
  | 'pending_pairings'
  | 'pending_approvals'
  | 'jobs'
  | 'dead_jobs'
  | 'deliveries'
  | 'holds'
  | 'loops'
  | 'oldest_unanswered_seconds'
  | 'oldest_unanswered_conversation'
>;

/** A limit that is never reached: each account has at most three pending requests. */
const ALL_PENDING = 1_000;

const MAX_COUNTED_DEAD = 100;

/** The amounts of pending work, counted in the database. */
@Injectable()
export class WorkCounts {
  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
    private readonly pairings: PairingService,
    private readonly deliveries: Deliveries,
    private readonly approvals: Approvals,
    private readonly holds: Holds,
    private readonly loops: LoopBreaks,
    private readonly unanswered: OldestUnanswered,
    private readonly clock: Clock,
  ) {}

  get dialect(): Database['dialect'] {
    return this.db.dialect;
  }

  /** @throws DatabaseUnavailableError */
  async read(): Promise<Counts> {
    await this.db.ping();
    const [pending, approvals, depth, dead, open, holds, loops, oldest] = await Promise.all([
      this.pairings.list({ status: 'pending', limit: ALL_PENDING }),
      this.approvals.openCounts(),
      this.queue.depth(),
      this.queue.deadLetters(MAX_COUNTED_DEAD),
      this.deliveries.countOpen(),
      this.holds.count(),
      this.loops.list(),
      this.unanswered.find(),
    ]);
    return {
      pending_pairings: pending.length,
      pending_approvals: approvals.get('pending') ?? 0,
      jobs: Object.fromEntries(depth),
      dead_jobs: dead.length,
      deliveries: toDeliveryCounts(open),
      holds,
      loops: loops.length,
      oldest_unanswered_seconds: this.secondsSince(oldest?.acceptedAt),
      oldest_unanswered_conversation: oldest?.conversation ?? null,
    };
  }

  private secondsSince(at: number | undefined): number | null {
    return at === undefined ? null : Math.max(0, Math.floor((this.clock.now() - at) / 1_000));
  }
}

function toDeliveryCounts(counts: ReadonlyMap<DeliveryState, number>): Json<DeliveryCountsDto> {
  const of = (state: DeliveryState): number => counts.get(state) ?? 0;
  return { open: of('queued') + of('sending') + of('unknown'), dead: of('dead') };
}
