import { Injectable, Logger } from '@nestjs/common';
import type { ReconcileOutcome, SendOutcome } from '../../channels/index.js';
import { aboutMessage, type Backoff, backoffMs, Clock } from '../../common/index.js';
import { DeliveryConfig } from '../../config/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../../persistence/index.js';
import { DeliveryCloser } from '../delivery-closer.service.js';
import type { Delivery } from '../records/delivery.js';
import { DeliveryRepository } from '../records/delivery.repository.js';
import type { DeliveryEnd } from '../records/delivery-reasons.js';

type NotSent = Extract<SendOutcome, { kind: 'not-sent' }>;
type Unresolved = Extract<ReconcileOutcome, { kind: 'unresolved' }>;

/** The pauses after the remote refused or was unreachable. */
const RETRY: Backoff = { baseMs: 1_000, maxMs: 30_000 };
/** The pauses between questions about an unknown outcome, which the remote usually knows within seconds. */
const ASK_AGAIN: Backoff = { baseMs: 1_000, maxMs: 15_000 };

/** How long to wait while other files are being sent: a file takes a second or so. */
const BUSY_MS = 500;

interface Burial {
  /** Why it is given up; the code of its last attempt takes precedence. */
  readonly code?: DeliveryEnd;
  readonly note?: (tx: Tx) => Promise<void>;
  readonly notice?: string | undefined;
}

/** Records the outcome of an attempt and decides what happens next: done, another try, or a dead letter. */
@Injectable()
export class AttemptRecorder {
  private readonly logger = new Logger('Delivery');

  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly clock: Clock,
    private readonly limits: DeliveryConfig,
    private readonly closer: DeliveryCloser,
  ) {}

  async record(
    job: ClaimedJob,
    delivery: Delivery,
    attempt: { number: number; startedAt: number; outcome: SendOutcome },
  ): Promise<JobResult> {
    const { outcome } = attempt;
    const endedAt = this.clock.now();
    if (outcome.kind === 'sent') {
      const { messageId, sequence, at: sentAt, offer } = outcome;
      const receipt = { remoteId: messageId ?? null, sequence, sentAt, endedAt, offer };
      const sent = (tx: Tx) => this.repository.endAsSent(tx, delivery.id, receipt);
      return await this.closer.close(job, delivery, { outcome: 'sent', change: sent, offer });
    }
    const note = (tx: Tx) => this.repository.addAttempt(tx, delivery, { ...attempt, endedAt, outcome });
    if (outcome.kind === 'unknown') {
      const unknown = {
        state: 'unknown',
        code: outcome.code,
        detail: outcome.detail,
        endedAt,
      } as const;
      await this.change(job, delivery, unknown, note);
      return again(ASK_AGAIN, attempt.number, outcome.code);
    }
    return this.notSent(job, { ...delivery, attempts: attempt.number }, outcome, note);
  }

  /** Ends the job of a delivery that another worker has ended. */
  async skip(job: ClaimedJob): Promise<JobResult> {
    await this.db.transaction((tx) => job.complete(tx), { isBatch: true });
    return DONE;
  }

  /** Asks again later, because the remote cannot tell yet whether it has the message. */
  async keepWaiting(job: ClaimedJob, delivery: Delivery, { code, detail }: Unresolved): Promise<JobResult> {
    if (this.isTooOld(delivery.firstAttemptAt))
      return this.bury(job, delivery, 'the service never reported whether it was sent', {
        code: 'unresolved',
      });
    // The recorded outcome of the attempt stays unless more is known now, because it shows how long the remote may
    // still need.
    const known = code === undefined ? { code: delivery.lastCode } : { code, endedAt: this.clock.now() };
    await this.change(job, delivery, { state: 'unknown', detail, ...known });
    const waitedMs = this.clock.now() - (delivery.lastAttemptAt ?? delivery.createdAt);
    const afterMs = Math.min(ASK_AGAIN.maxMs, Math.max(ASK_AGAIN.baseMs, Math.round(waitedMs / 2)));
    return { kind: 'retry', afterMs, reason: detail, free: true };
  }

  /** Waits, because the channel is not configured (any more) and the next configuration may bring it back. */
  async waitForChannel(job: ClaimedJob, delivery: Delivery): Promise<JobResult> {
    if (this.isTooOld(delivery.createdAt))
      return this.bury(job, delivery, 'its channel is not configured', { code: 'no-channel' });
    return { kind: 'retry', afterMs: 60_000, reason: 'channel not configured', free: true };
  }

  /** Waits while other files are being sent. */
  waitForFiles(): JobResult {
    return { kind: 'retry', afterMs: BUSY_MS, reason: 'other files are being sent', free: true };
  }

  bury(
    job: ClaimedJob,
    delivery: Delivery,
    detail: string,
    { code, note, notice }: Burial,
  ): Promise<JobResult> {
    this.logger.error(
      aboutMessage(`delivery ${delivery.id} is a dead letter: ${detail}`, {
        eventId: delivery.eventId,
        conversationId: delivery.target.conversation,
        deliveryId: delivery.id,
      }),
    );
    const dead = { state: 'dead', code: delivery.lastCode ?? code ?? null, detail } as const;
    const change = (tx: Tx) => this.repository.change(tx, delivery.id, dead);
    return this.closer.close(job, delivery, { outcome: 'dead', change, note, notice });
  }

  /** Whether the remote has refused often enough. */
  isEnough(failures: number): boolean {
    return failures >= this.limits.maxAttempts;
  }

  /** Whether the delivery has been tried for long enough since then (epoch ms; null = not begun). */
  isTooOld(since: number | null): boolean {
    return since !== null && this.clock.now() - since > this.limits.maxAgeHours * 3_600_000;
  }

  private async notSent(
    job: ClaimedJob,
    delivery: Delivery,
    outcome: NotSent,
    note: (tx: Tx) => Promise<void>,
  ): Promise<JobResult> {
    const { retry, code, detail, notice } = outcome;
    const failures = delivery.failures + (retry.kind === 'wait' ? 0 : 1);
    if (retry.kind === 'never' || this.isEnough(failures)) {
      return this.bury(job, { ...delivery, lastCode: code }, detail, { note, notice });
    }
    // An outage becomes only one line in the history, however often the delivery is tried.
    const isOldNews = retry.kind === 'wait' && delivery.lastCode === code;
    await this.change(
      job,
      delivery,
      { state: 'queued', code, detail, failures },
      isOldNews ? undefined : note,
    );
    return again(RETRY, delivery.attempts, code, retry.afterMs);
  }

  /**
   * Writes a decision only while the job still belongs to this worker: another one may already be sending the delivery.
   * @throws LeaseLostError
   */
  private async change(
    job: ClaimedJob,
    delivery: Delivery,
    change: Parameters<DeliveryRepository['change']>[2],
    note?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      await job.hold(tx);
      await this.repository.change(tx, delivery.id, change);
      await note?.(tx);
    });
  }
}

function again(backoff: Backoff, attempt: number, reason: string, wantedMs = 0): JobResult {
  return { kind: 'retry', afterMs: Math.max(wantedMs, backoffMs(attempt, backoff)), reason, free: true };
}
