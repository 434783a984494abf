import { Injectable, Logger } from '@nestjs/common';
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
import { aboutMessage, Clock } from '../../common/index.js';
import {
  type Approval,
  Approvals,
  type ApprovalTask,
  outcomeLine,
  type ShownRequest,
} from '../../conversations/index.js';
import { ApprovedCalls } from './approved-calls.service.js';
import {
  ConnectorRegistry,
  type RemoteMessageId,
  type SendFailureCode,
  showsApprovals,
} from '../../channels/index.js';
import { Deliveries } from '../../delivery/index.js';

/** Shows in the messages of a request how it ended, where the channel can. */
@Injectable()
export class ApprovalDisplay {
  private readonly logger = new Logger('Approvals');

  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly deliveries: Deliveries,
  ) {}

  /** @returns why it could not be shown everywhere now, though it may be later */
  async show(approval: Approval, signal: AbortSignal): Promise<string | undefined> {
    const problems: string[] = [];
    for (const shown of approval.shown) {
      const problem = await this.showIn(approval, shown, signal);
      if (problem !== undefined) problems.push(problem);
    }
    return problems[0];
  }

  private async showIn(
    approval: Approval,
    { target, deliveryId }: ShownRequest,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const connector = this.registry.find(target.channel);
    if (!connector || !showsApprovals(connector)) return undefined;
    const { content, remoteId, state } = await this.deliveries.get(deliveryId);
    if (content.kind !== 'approval') return undefined;
    if (state !== 'sent' && state !== 'dead') return 'its request is not sent yet';
    if (remoteId === null) return undefined;
    const end = { content, outcome: outcomeLine(approval) };
    const outcome = await connector.showApprovalEnd(
      { target, messageId: remoteId as RemoteMessageId },
      end,
      signal,
    );
    if (outcome.kind === 'done') return undefined;
    const text = `the outcome of approval ${approval.id} could not be shown: ${outcome.code}: ${outcome.detail}`;
    this.logger.debug(aboutMessage(text, { conversationId: target.conversation }));
    return AGAIN.includes(outcome.code) ? text : undefined;
  }
}

/** Faults that pass. */
const AGAIN: readonly SendFailureCode[] = [
  'unreachable',
  'rate-limited',
  'timeout',
  'remote-error',
  'in-flight',
];

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
