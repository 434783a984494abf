import { Injectable } from '@nestjs/common';
import {
  type ClaimedJob,
  Database,
  DONE,
  HandlesJobs,
  type JobHandler,
  type JobResult,
  type Tx,
} from '../persistence/index.js';
import { Gate } from './gate.service.js';
import { InboxRepository } from './inbox.repository.js';
import { INBOUND_JOB } from './inbox.service.js';
import { Stranger } from './stranger.service.js';
import { TurnService } from './turn.service.js';

/** Judges one event and does what follows from it; one at a time per session, in order (DESIGN 4). */
@HandlesJobs()
@Injectable()
export class InboundJob implements JobHandler {
  readonly kind = INBOUND_JOB;
  readonly concurrency = 64;
  readonly maxAttempts = 8;

  constructor(
    private readonly db: Database,
    private readonly inbox: InboxRepository,
    private readonly gate: Gate,
    private readonly stranger: Stranger,
    private readonly turns: TurnService,
  ) {}

  async handle(job: ClaimedJob): Promise<JobResult> {
    const stored = await this.inbox.findPending(job.payload.eventId ?? '');
    if (!stored) return this.skip(job);
    const verdict = await this.gate.judge(stored);
    switch (verdict.kind) {
      case 'admit':
        return this.turns.run(job, stored);
      case 'pair':
        return this.stranger.answer(job, stored);
      case 'refuse':
        return this.stranger.ignore(job, stored, verdict.reason);
    }
  }

  async buried(tx: Tx, payload: Readonly<Record<string, string>>): Promise<void> {
    await this.inbox.bury(tx, payload.eventId ?? '');
  }

  /** Done before a crash: only its job was left. */
  private async skip(job: ClaimedJob): Promise<JobResult> {
    await this.db.transaction((tx) => job.complete(tx));
    return DONE;
  }
}
