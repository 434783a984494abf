import { Injectable } from '@nestjs/common';
import {
  type ChannelConnector,
  ConnectorRegistry,
  type DeliveryAttempt,
  reconcilesSends,
  type RemoteMessageId,
} from '../channels/index.js';
import { Clock } from '../common/index.js';
import {
  type ClaimedJob,
  Database,
  HandlesJobs,
  type JobHandler,
  type JobPayload,
  type JobResult,
  type Tx,
} from '../persistence/index.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { type Delivery, DeliveryRepository } from './delivery.repository.js';
import { DELIVERY_JOB } from './outbox.service.js';
import { lastAttempt } from './attempt.js';

/**
 * How long after it began an attempt may reach the remote: reconciling counts from its beginning (ADR 0006). One that
 * was held up for longer begins anew.
 */
const FIRST_HAND_MS = 500;

/**
 * Brings one message to its target, in order per target (DESIGN 4). An attempt is on disk before the remote
 * hears of it; whatever may have gone out is reconciled with the remote before it is sent again.
 */
@HandlesJobs()
@Injectable()
export class DeliveryJob implements JobHandler {
  readonly kind = DELIVERY_JOB;
  readonly concurrency = 64;
  readonly maxAttempts = 20;

  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly registry: ConnectorRegistry,
    private readonly recorder: AttemptRecorder,
    private readonly clock: Clock,
  ) {}

  async handle(job: ClaimedJob): Promise<JobResult> {
    const delivery = await this.repository.find(job.payload.deliveryId ?? '');
    if (!delivery || isOver(delivery)) return this.recorder.skip(job);
    const connector = this.registry.find(delivery.target.channel);
    if (!connector) return this.recorder.waitForChannel(job, delivery);
    if (!mayHaveGoneOut(delivery)) return this.send(job, delivery, connector);
    return job.isFirstHand
      ? this.sendBegun(job, delivery, connector)
      : this.reconcile(job, delivery, connector);
  }

  async buried(tx: Tx, { deliveryId = '' }: JobPayload, error: string): Promise<void> {
    const change = { state: 'dead', code: 'internal', detail: error } as const;
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
      return this.recorder.bury(job, delivery, 'the service cannot tell whether it was sent');
    }
    const attempt = lastAttempt(delivery);
    const isOurs = (id: RemoteMessageId) => this.repository.isRemoteKnown(delivery.target, id);
    const found = await connector.findSent(attempt, isOurs, job.signal);
    if (found.kind === 'not-sent') return this.sendAgain(job, delivery, connector);
    if (found.kind === 'unresolved') return this.recorder.keepWaiting(job, delivery, found.detail);
    return this.recorder.record(job, delivery, { ...timesOf(attempt), outcome: found });
  }

  /** What the remote answered with a fault, and did not take after all, counts as refused by it. */
  private async sendAgain(
    job: ClaimedJob,
    delivery: Delivery,
    connector: ChannelConnector,
  ): Promise<JobResult> {
    if (!wasAnswered(delivery)) return this.send(job, delivery, connector);
    const failures = delivery.failures + 1;
    if (this.recorder.isEnough(failures)) {
      return this.recorder.bury(job, delivery, delivery.lastDetail ?? 'the remote kept failing');
    }
    await this.recorder.countFailure(delivery, failures);
    return this.send(job, { ...delivery, failures }, connector);
  }

  private async send(job: ClaimedJob, delivery: Delivery, connector: ChannelConnector): Promise<JobResult> {
    if (this.recorder.isTooOld(delivery.firstAttemptAt))
      return this.recorder.bury(job, delivery, 'too old to be sent');
    const begun = { attempts: delivery.attempts + 1, lastAttemptAt: this.clock.now(), lastEndedAt: null };
    await this.db.transaction((tx) => this.repository.begin(tx, delivery.id, begun));
    return this.attempt(job, { ...delivery, ...begun }, connector);
  }

  /** The first attempt began with the delivery itself. Held up since, it begins anew, unless others have it by now. */
  private async sendBegun(
    job: ClaimedJob,
    delivery: Delivery,
    connector: ChannelConnector,
  ): Promise<JobResult> {
    const now = this.clock.now();
    if (now - (delivery.lastAttemptAt ?? 0) <= FIRST_HAND_MS) return this.attempt(job, delivery, connector);
    const begun = { attempts: delivery.attempts, lastAttemptAt: now };
    await this.db.transaction(async (tx) => {
      await job.hold(tx);
      await this.repository.begin(tx, delivery.id, begun);
    });
    return this.attempt(job, { ...delivery, ...begun }, connector);
  }

  /** The attempt that has begun. */
  private async attempt(
    job: ClaimedJob,
    delivery: Delivery,
    connector: ChannelConnector,
  ): Promise<JobResult> {
    const attempt = lastAttempt(delivery);
    const outcome = await connector.send(attempt, job.signal);
    return this.recorder.record(job, delivery, { ...timesOf(attempt), outcome });
  }
}

const timesOf = ({ number, startedAt }: DeliveryAttempt) => ({ number, startedAt });
const isOver = ({ state }: Delivery): boolean => state === 'sent' || state === 'dead';
/** The remote itself ended the last attempt, however badly; a cut line or our own end says nothing of it. */
const wasAnswered = ({ lastEndedAt, lastCode }: Delivery): boolean =>
  lastEndedAt !== null && (lastCode === 'remote-error' || lastCode === 'timeout');
const mayHaveGoneOut = ({ state }: Delivery): boolean => state === 'sending' || state === 'unknown';
