import { Injectable } from '@nestjs/common';
import {
  type ClaimedJob,
  Database,
  DONE,
  HandlesJobs,
  JOB_KINDS,
  type JobHandler,
  type JobPayload,
  type JobResult,
  type Tx,
} from '../../persistence/index.js';
import { Clock } from '../../common/index.js';
import { type Approval, Approvals, type ApprovalTask } from '../../conversations/index.js';
import { ApprovalDisplay } from './approval-display.service.js';
import { ApprovedCalls } from './approved-calls.service.js';

/** The work that follows from an approval: its call, its expiry, and the message that shows how it ended. */
@HandlesJobs()
@Injectable()
export class ApprovalJob implements JobHandler {
  readonly kind = JOB_KINDS.approval;
  readonly concurrency = 16;
  readonly maxAttempts = 8;

  constructor(
    private readonly db: Database,
    private readonly approvals: Approvals,
    private readonly calls: ApprovedCalls,
    private readonly display: ApprovalDisplay,
    private readonly clock: Clock,
  ) {}

  async handle(job: ClaimedJob): Promise<JobResult> {
    const approval = await this.approvals.find(job.payload.approvalId ?? '');
    if (!approval) return this.skip(job);
    switch (job.payload.task as ApprovalTask) {
      case 'call':
        return isOpen(approval) ? this.calls.make(job, approval) : this.skip(job);
      case 'expire':
        return this.expire(job, approval);
      case 'show':
        return this.show(job, approval);
    }
  }

  /** A call that cannot be taken up any more may have been made. */
  async buried(tx: Tx, { task, approvalId = '' }: JobPayload, error: string): Promise<void> {
    const approval = await this.approvals.find(approvalId, tx);
    if (task === 'call' && approval && isOpen(approval)) await this.calls.giveUp(tx, approval, error);
  }

  async revived(tx: Tx, { task, approvalId = '' }: JobPayload): Promise<boolean> {
    const approval = await this.approvals.find(approvalId, tx);
    return approval !== undefined && (task !== 'call' || isOpen(approval));
  }

  /** Given up after a while: the words of the request are there, and a later answer is told how it ended. */
  private async show(job: ClaimedJob, approval: Approval): Promise<JobResult> {
    const problem = await this.display.show(approval, job.signal);
    const isOld = this.clock.now() - (approval.endedAt ?? approval.decidedAt ?? 0) > SHOWN_FOR_MS;
    if (problem === undefined || isOld) return this.skip(job);
    return { kind: 'retry', afterMs: AGAIN_MS, reason: problem, free: true };
  }

  private async expire(job: ClaimedJob, approval: Approval): Promise<JobResult> {
    const afterMs = approval.expiresAt - this.clock.now();
    if (approval.state === 'pending' && afterMs > 0)
      return { kind: 'retry', afterMs, reason: 'it waits for a person', free: true };
    await this.db.transaction(async (tx) => {
      if (approval.state === 'pending') await this.approvals.expire(tx, approval);
      await job.complete(tx);
    });
    return DONE;
  }

  private async skip(job: ClaimedJob): Promise<JobResult> {
    await this.db.transaction((tx) => job.complete(tx), { isBatch: true });
    return DONE;
  }
}

/** How long, and how often, an end is tried to be shown, ms. */
const SHOWN_FOR_MS = 60 * 60_000;
const AGAIN_MS = 10_000;

const isOpen = ({ state }: Approval): boolean => state === 'approved' || state === 'running';
