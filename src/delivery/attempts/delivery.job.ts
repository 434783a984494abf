import { Injectable } from '@nestjs/common';
import {
  type ChannelConnector,
  ConnectorRegistry,
  reconcilesSends,
  type RemoteMessageId,
} from '../../channels/index.js';
import { tracer } from '../../common/index.js';
import {
  type BurialReason,
  type ClaimedJob,
  HandlesJobs,
  JOB_KINDS,
  type JobHandler,
  type JobPayload,
  type JobResult,
  type Tx,
} from '../../persistence/index.js';
import { AttemptRecorder } from './attempt-recorder.js';
import {
  type AttemptMade,
  type AttemptNotMade,
  AttemptSender,
  lastAttempt,
  tracedAttempt,
} from './attempt-sender.js';
import { type Delivery } from '../records/delivery.js';
import { DeliveryRepository } from '../records/delivery.repository.js';
import type { DeliveryEnd } from '../records/delivery-reasons.js';
import { OurMessages } from '../our-messages/our-messages.service.js';

/**
 * Brings one message to its target, in order per target (DESIGN 4). An attempt is on disk before the remote sees it.
 * After an attempt that may have been sent, the remote is asked about it before anything is sent again.
 */
@HandlesJobs()
@Injectable()
export class DeliveryJob implements JobHandler {
  readonly kind = JOB_KINDS.delivery;
  readonly concurrency = 64;
  readonly maxAttempts = 20;

  constructor(
    private readonly repository: DeliveryRepository,
    private readonly messages: OurMessages,
    private readonly registry: ConnectorRegistry,
    private readonly recorder: AttemptRecorder,
    private readonly sender: AttemptSender,
  ) {}

  async handle(job: ClaimedJob): Promise<JobResult> {
    const delivery = subjectOf(job) ?? (await this.repository.find(job.payload.deliveryId ?? ''));
    if (!delivery || isOver(delivery)) return this.recorder.skip(job);
    const connector = this.registry.find(delivery.target.channel);
    if (!connector) return this.recorder.waitForChannel(job, delivery);
    if (this.sender.isBusyFor(delivery)) return this.recorder.waitForFiles();
    if (!mayHaveGoneOut(delivery)) return this.send(job, delivery, connector);
    if (!job.isFirstHand) return this.reconcile(job, delivery, connector);
    return await this.end(job, delivery, await this.sender.sendBegun(job, delivery, connector));
  }

  async buried(tx: Tx, { deliveryId = '' }: JobPayload, error: string, reason: BurialReason): Promise<void> {
    const change = { state: 'dead', code: reason satisfies DeliveryEnd, detail: error } as const;
    await this.repository.change(tx, deliveryId, change);
  }

  async revived(tx: Tx, { deliveryId = '' }: JobPayload): Promise<boolean> {
    return (await this.repository.requeue(tx, deliveryId)) !== undefined;
  }

  private async reconcile(
    job: ClaimedJob,
    delivery: Delivery,
    connector: ChannelConnector,
  ): Promise<JobResult> {
    if (!reconcilesSends(connector)) {
      return this.recorder.bury(job, delivery, 'the service cannot tell whether it was sent', UNRESOLVED);
    }
    const attempt = lastAttempt(delivery);
    const isOurs = (id: RemoteMessageId) => this.messages.isOurs(delivery.target, id);
    const find = () => connector.findSent(attempt, isOurs, job.signal);
    const found = await (tracer?.attempt(tracedAttempt('reconcile', job, delivery), find) ?? find());
    if (found.kind === 'not-sent') return this.sendAgain(job, delivery, connector);
    if (found.kind === 'unresolvable') return this.recorder.bury(job, delivery, found.detail, UNRESOLVED);
    if (found.kind === 'unresolved') return this.recorder.keepWaiting(job, delivery, found);
    const { number, startedAt } = attempt;
    return this.recorder.record(job, delivery, { number, startedAt, outcome: found });
  }

  /**
   * An attempt that the remote answered with a fault, and has not accepted after all, counts as refused: the message is
   * sent again once.
   */
  private sendAgain(job: ClaimedJob, delivery: Delivery, connector: ChannelConnector): Promise<JobResult> {
    if (!wasAnswered(delivery)) return this.send(job, delivery, connector);
    const failures = delivery.failures + 1;
    if (this.recorder.isEnough(failures)) {
      return this.recorder.bury(job, delivery, delivery.lastDetail ?? 'the service kept failing', UNRESOLVED);
    }
    return this.send(job, { ...delivery, failures }, connector);
  }

  private async send(job: ClaimedJob, delivery: Delivery, connector: ChannelConnector): Promise<JobResult> {
    if (this.recorder.isTooOld(delivery.firstAttemptAt))
      return this.recorder.bury(job, delivery, 'too old to send', { code: 'too-old' });
    return this.end(job, delivery, await this.sender.send(job, delivery, connector));
  }

  private async end(
    job: ClaimedJob,
    delivery: Delivery,
    attempt: AttemptMade | AttemptNotMade,
  ): Promise<JobResult> {
    switch (attempt.kind) {
      case 'made':
        return this.recorder.record(job, delivery, attempt);
      case 'busy':
        return this.recorder.waitForFiles();
      case 'over':
        return this.recorder.skip(job);
      case 'gone':
        return this.recorder.bury(job, delivery, 'its file is no longer kept', { code: 'file-gone' });
    }
  }
}

const UNRESOLVED = { code: 'unresolved' } as const;

/** The delivery as it was put in the outbox, if this process did that: nothing can have changed it since. */
const subjectOf = ({ subject }: ClaimedJob): Delivery | undefined => subject as Delivery | undefined;
const isOver = ({ state }: Delivery): boolean => state === 'sent' || state === 'dead';
/**
 * Codes with which the remote itself ended the last attempt, however badly. A broken connection, or our own time limit,
 * proves nothing about the attempt.
 */
const ANSWERS: ReadonlySet<string | null> = new Set(['remote-error', 'timeout', 'rejected']);
const wasAnswered = ({ lastEndedAt, lastCode }: Delivery): boolean =>
  lastEndedAt !== null && ANSWERS.has(lastCode);
const mayHaveGoneOut = ({ state }: Delivery): boolean => state === 'sending' || state === 'unknown';
