import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorText, VERSION } from '../common/index.js';
import { Deliveries, type DeliveryState } from '../delivery/index.js';
import { PairingService } from '../pairing/index.js';
import { Database, JobQueue } from '../persistence/index.js';
import { ChannelOverview } from './channel-overview.service.js';
import { ConfigState } from './config-state.service.js';
import type { Json } from './dto/json.js';
import type { DeliveryCountsDto, StatusDto } from './dto/status.dto.js';
import { isoTime } from './dto/timestamp.js';

type Counts = Pick<Json<StatusDto>, 'pending_pairings' | 'jobs' | 'dead_jobs' | 'deliveries'>;

const NO_COUNTS: Counts = { pending_pairings: null, jobs: null, dead_jobs: null, deliveries: null };
/** More than can wait: each account has at most three pending requests. */
const ALL_PENDING = 1_000;

const MAX_COUNTED_DEAD = 100;

/** How the gateway is doing; answers even when the database does not. */
@Injectable()
export class StatusService {
  private readonly logger = new Logger('Status');

  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
    private readonly pairings: PairingService,
    private readonly deliveries: Deliveries,
    private readonly channels: ChannelOverview,
    private readonly config: ConfigState,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<Json<StatusDto>> {
    const counts = await this.counts().catch((error: unknown) => this.noteFailure(error));
    const uptime = process.uptime();
    return {
      version: VERSION,
      started_at: isoTime(this.clock.now() - uptime * 1000),
      uptime_seconds: Math.floor(uptime),
      node: process.version,
      database: { dialect: this.db.dialect, ok: counts !== undefined },
      configuration: this.config.read(),
      channels: this.channels.states(),
      ...(counts ?? NO_COUNTS),
      memory: { rss_bytes: process.memoryUsage.rss() },
    };
  }

  private async counts(): Promise<Counts> {
    await this.db.ping();
    const [pending, depth, dead, open] = await Promise.all([
      this.pairings.list({ status: 'pending', limit: ALL_PENDING }),
      this.queue.depth(),
      this.queue.deadLetters(MAX_COUNTED_DEAD),
      this.deliveries.countOpen(),
    ]);
    return {
      pending_pairings: pending.length,
      jobs: Object.fromEntries(depth),
      dead_jobs: dead.length,
      deliveries: toDeliveryCounts(open),
    };
  }

  private noteFailure(error: unknown): undefined {
    this.logger.warn(`the database does not answer: ${errorText(error)}`);
  }
}

function toDeliveryCounts(counts: ReadonlyMap<DeliveryState, number>): Json<DeliveryCountsDto> {
  const of = (state: DeliveryState): number => counts.get(state) ?? 0;
  return { open: of('queued') + of('sending') + of('unknown'), dead: of('dead') };
}
