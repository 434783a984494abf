import { Injectable } from '@nestjs/common';
import {
  type ChannelConnector,
  type DeliveryAttempt,
  type FileBytes,
  mediaIdOf,
  type OutboundContent,
  type SendFailureCode,
  type SendOutcome,
  type Target,
} from '../../channels/index.js';
import { Clock, type TracedAttempt, tracer } from '../../common/index.js';
import { type ClaimedJob, Database } from '../../persistence/index.js';
import type { Delivery } from '../records/delivery.js';
import { DeliveryRepository } from '../records/delivery.repository.js';
import { DeliveryMetrics } from '../delivery-closer.service.js';
import { EventEmitter } from 'node:events';
import { MediaStore } from '../../media/index.js';

/** The number of files that may be sent at once, over all conversations. */
const MAX_AT_ONCE = 4;

type FileUse<T> = { readonly kind: 'done'; readonly result: T } | { readonly kind: 'busy' | 'gone' };

/** Opens files for the duration of a send, only a few at once. */
@Injectable()
export class OutboundMedia {
  private inUse = 0;

  constructor(private readonly store: MediaStore) {}

  get isBusy(): boolean {
    return this.inUse >= MAX_AT_ONCE;
  }

  /** @returns `busy` when too many are being sent, without waiting; `gone` when the file is no longer stored */
  async withFile<T>(content: OutboundContent, work: (file?: FileBytes) => Promise<T>): Promise<FileUse<T>> {
    const mediaId = mediaIdOf(content);
    if (mediaId === undefined) return { kind: 'done', result: await work() };
    if (this.isBusy) return { kind: 'busy' };
    this.inUse++;
    try {
      const file = await this.store.open(mediaId);
      return file ? { kind: 'done', result: await work(file) } : { kind: 'gone' };
    } finally {
      this.inUse--;
    }
  }
}

/**
 * Signals that a message of ours has just reached its conversation. Best effort: only within this process, and not for
 * sends that are found later by reconciling.
 */
@Injectable()
export class SentSignals {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  tell(target: Target): void {
    this.emitter.emit(keyOf(target));
  }

  /** @returns the function that ends the subscription */
  listen(target: Target, listener: () => void): () => void {
    const key = keyOf(target);
    this.emitter.on(key, listener);
    return () => void this.emitter.off(key, listener);
  }
}

const keyOf = ({ channel, account, conversation }: Target): string =>
  JSON.stringify([channel, account, conversation]);

/** Tells of each attempt that was made: those who wait for the message, and the metrics. */
@Injectable()
export class AttemptNews {
  constructor(
    private readonly signals: SentSignals,
    private readonly metrics: DeliveryMetrics,
  ) {}

  made({ target }: Delivery, { kind }: SendOutcome): void {
    this.metrics.attempted(target, kind);
    if (kind === 'sent') this.signals.tell(target);
  }
}

/**
 * The last attempt in the form that connectors get, to make it or to find out its outcome. The delivery's own id
 * correlates all its attempts.
 */
export function lastAttempt(delivery: Delivery): DeliveryAttempt {
  const { lastEndedAt } = delivery;
  const lastCode = delivery.lastCode as SendFailureCode | null;
  const startedAt = delivery.lastAttemptAt ?? delivery.createdAt;
  const ended =
    lastEndedAt === null || lastCode === null ? {} : { ended: { at: lastEndedAt, code: lastCode } };
  // The code is that of the attempt before until this one has ended.
  const before = lastEndedAt !== null || lastCode === null ? {} : { before: lastCode };
  return {
    deliveryId: delivery.id,
    correlationId: delivery.id,
    number: delivery.attempts,
    target: delivery.target,
    content: delivery.content,
    author: delivery.author,
    firstStartedAt: delivery.firstAttemptAt ?? startedAt,
    startedAt,
    ...ended,
    ...before,
  };
}

/** An attempt, or the question for the last one, as its trace tells of it. */
export const tracedAttempt = (
  name: TracedAttempt['name'],
  { payload: { traceparent } }: Pick<ClaimedJob, 'payload'>,
  { id: deliveryId, eventId, target: { channel, account }, attempts: number }: Delivery,
): TracedAttempt => ({ name, deliveryId, eventId, traceparent, channel, account, number });

/** A completed attempt and its outcome. */
export interface AttemptMade {
  readonly kind: 'made';
  readonly number: number;
  readonly startedAt: number;
  readonly outcome: SendOutcome;
}

/**
 * The reason no attempt was begun: files wait for each other, the file may be gone, or a receipt may have ended the
 * delivery.
 */
export interface AttemptNotMade {
  readonly kind: 'busy' | 'gone' | 'over';
}

/**
 * How long after its recorded beginning an attempt may still reach the remote, because reconciling counts from the
 * beginning (ADR 0006). An attempt that was held up for longer is begun again.
 */
const FIRST_HAND_MS = 500;
const OVER: AttemptNotMade = { kind: 'over' };

/** Makes one attempt of a delivery. The attempt is on disk before the remote sees it. */
@Injectable()
export class AttemptSender {
  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly media: OutboundMedia,
    private readonly clock: Clock,
    private readonly news: AttemptNews,
  ) {}

  /** Whether no attempt can be made now, because too many files are being sent. */
  isBusyFor({ content }: Delivery): boolean {
    return mediaIdOf(content) !== undefined && this.media.isBusy;
  }

  /** Makes one more attempt; the delivery's `failures` are recorded with its beginning. */
  async send(
    job: ClaimedJob,
    delivery: Delivery,
    connector: ChannelConnector,
  ): Promise<AttemptMade | AttemptNotMade> {
    const used = await this.media.withFile(delivery.content, async (media) => {
      const begun = await this.begin(job, delivery, delivery.attempts + 1);
      return begun ? this.make(begun, connector, job, media) : OVER;
    });
    return used.kind === 'done' ? used.result : used;
  }

  /**
   * Makes the first attempt, which began in the transaction that created the delivery (ADR 0021). If it has been held
   * up since, it is begun again, unless another worker has the job by now.
   */
  async sendBegun(
    job: ClaimedJob,
    delivery: Delivery,
    connector: ChannelConnector,
  ): Promise<AttemptMade | AttemptNotMade> {
    const heldUpMs = this.clock.now() - (delivery.lastAttemptAt ?? 0);
    if (heldUpMs <= FIRST_HAND_MS) return await this.make(delivery, connector, job);
    const begun = await this.begin(job, delivery, delivery.attempts);
    return begun ? this.make(begun, connector, job) : OVER;
  }

  /**
   * Reads the delivery again, because it may be out of date: another worker may have the job, or the remote may have
   * sent a report.
   * @returns undefined when the delivery is over
   * @throws LeaseLostError
   */
  private async begin(job: ClaimedJob, delivery: Delivery, attempts: number): Promise<Delivery | undefined> {
    const begun = { attempts, failures: delivery.failures, lastAttemptAt: this.clock.now() };
    const isOpen = await this.db.transaction(async (tx) => {
      await job.hold(tx);
      return this.repository.begin(tx, delivery.id, begun);
    });
    return isOpen ? { ...delivery, ...begun, lastEndedAt: null } : undefined;
  }

  /** Makes the attempt that has begun. */
  private async make(
    delivery: Delivery,
    connector: ChannelConnector,
    job: Pick<ClaimedJob, 'signal' | 'payload'>,
    media?: FileBytes,
  ): Promise<AttemptMade> {
    const attempt = lastAttempt(delivery);
    const given = media ? { ...attempt, media } : attempt;
    const outcome = await (tracer?.attempt(tracedAttempt('attempt', job, delivery), () =>
      connector.send(given, job.signal),
    ) ?? connector.send(given, job.signal));
    this.news.made(delivery, outcome);
    return { kind: 'made', number: attempt.number, startedAt: attempt.startedAt, outcome };
  }
}
