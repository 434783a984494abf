import { Injectable } from '@nestjs/common';
import { Deliveries, type DeliveryState } from '../../delivery/index.js';
import { PairingService } from '../../pairing/index.js';
import { Database, JobQueue } from '../../persistence/index.js';
import type { Json } from '../http/json.js';
import { OpenTalk, type OpenTalkCounts } from './open-talk.service.js';
import type { DeliveryCountsDto, StatusDto } from './status.dto.js';

export type Counts = OpenTalkCounts &
  Pick<Json<StatusDto>, 'pending_pairings' | 'jobs' | 'dead_jobs' | 'deliveries'>;

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
    private readonly talk: OpenTalk,
  ) {}

  get dialect(): Database['dialect'] {
    return this.db.dialect;
  }

  /** @throws DatabaseUnavailableError */
  async read(): Promise<Counts> {
    await this.db.ping();
    const [pending, depth, dead, open, talk] = await Promise.all([
      this.pairings.list({ status: 'pending', limit: ALL_PENDING }),
      this.queue.depth(),
      this.queue.deadLetters(MAX_COUNTED_DEAD),
      this.deliveries.countOpen(),
      this.talk.read(),
    ]);
    return {
      pending_pairings: pending.length,
      jobs: Object.fromEntries(depth),
      dead_jobs: dead.length,
      deliveries: toDeliveryCounts(open),
      ...talk,
    };
  }
}

function toDeliveryCounts(counts: ReadonlyMap<DeliveryState, number>): Json<DeliveryCountsDto> {
  const of = (state: DeliveryState): number => counts.get(state) ?? 0;
  return { open: of('queued') + of('sending') + of('unknown'), dead: of('dead') };
}
