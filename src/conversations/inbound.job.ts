import { Injectable, Logger } from '@nestjs/common';
import {
  type ClaimedJob,
  Database,
  DONE,
  HandlesJobs,
  type JobHandler,
  type JobPayload,
  type JobResult,
  type Tx,
} from '../persistence/index.js';
import { EventDispatcher } from './event-dispatcher.service.js';
import { Gate } from './gate.service.js';
import { InboxRepository } from './inbox.repository.js';
import { ASIDE_JOB, INBOUND_JOB, InboundLanes } from './inbound-lanes.js';

/** Judges one event and does what follows from it; one at a time per session, in order (DESIGN 4). */
@HandlesJobs()
@Injectable()
export class InboundJob implements JobHandler {
  readonly kind: string = INBOUND_JOB;
  readonly concurrency: number = 128;
  readonly maxAttempts = 8;
  private readonly logger = new Logger('Conversations');

  constructor(
    private readonly db: Database,
    private readonly inbox: InboxRepository,
    private readonly gate: Gate,
    private readonly lanes: InboundLanes,
    private readonly dispatcher: EventDispatcher,
  ) {}

  async handle(job: ClaimedJob): Promise<JobResult> {
    const stored = await this.inbox.findPending(job.payload.eventId ?? '');
    if (!stored) return this.skip(job);
    const judgement = await this.gate.judge(stored);
    const isLetIn = judgement.kind === 'admit' || judgement.kind === 'hear';
    const lane = this.lanes.laneOf(stored, isLetIn);
    // Who was shut out since the acceptance keeps nobody waiting by being judged here.
    if (isLetIn && job.key !== lane) return this.move(job, stored.id, lane);
    return this.dispatcher.dispatch(job, stored, judgement);
  }

  async buried(tx: Tx, { eventId = '' }: JobPayload, error: string): Promise<void> {
    await this.inbox.bury(tx, eventId);
    tx.afterCommit(() => this.logger.error(`event ${eventId} is a dead letter: ${error}`));
  }

  revived(tx: Tx, { eventId = '' }: JobPayload): Promise<boolean> {
    return this.inbox.revive(tx, eventId);
  }

  /** Let in between the acceptance and now: the event takes its place in the session. */
  private async move(job: ClaimedJob, eventId: string, lane: string): Promise<JobResult> {
    await this.db.transaction(async (tx) => {
      await this.lanes.enqueue(tx, eventId, lane);
      await job.complete(tx);
    });
    return DONE;
  }

  /** Done before a crash: only its job was left. */
  private async skip(job: ClaimedJob): Promise<JobResult> {
    await this.db.transaction((tx) => job.complete(tx));
    return DONE;
  }
}

/** The same beside the sessions, with room of its own: however many turns run, strangers and commands are served. */
@HandlesJobs()
@Injectable()
export class InboundAsideJob extends InboundJob {
  override readonly kind = ASIDE_JOB;
  override readonly concurrency = 16;
}
